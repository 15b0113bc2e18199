// The stage as a video, recorded while it plays.

/** What browsers record, the most widely played first. */
const FORMATS = [
  { type: 'video/mp4;codecs=avc1.640028', extension: 'mp4' },
  { type: 'video/webm;codecs=vp9', extension: 'webm' },
  { type: 'video/webm', extension: 'webm' },
];
const FRAME_RATE = 60;
const BITS_PER_SECOND = 12e6;

export interface Video {
  readonly contents: Blob;
  /** Of its file name. */
  readonly extension: string;
}

/** Records a canvas from `start` to `stop`. */
export class VideoRecorder {
  private recorder: MediaRecorder | null = null;

  constructor(private readonly canvas: HTMLCanvasElement) {}

  get active(): boolean {
    return this.recorder !== null;
  }

  /** Begins; false where the browser cannot record. `onEnd` is given what there is when it has stopped, and null if nothing came. */
  start(onEnd: (video: Video | null) => void): boolean {
    const format = globalThis.MediaRecorder && FORMATS.find(({ type }) => MediaRecorder.isTypeSupported(type));
    if (this.recorder || !format) return false;
    const stream = this.canvas.captureStream(FRAME_RATE);
    const recorder = new MediaRecorder(stream, { mimeType: format.type, videoBitsPerSecond: BITS_PER_SECOND });
    const parts: Blob[] = [];
    recorder.addEventListener('dataavailable', ({ data }) => parts.push(data));
    recorder.addEventListener('stop', () => {
      for (const track of stream.getTracks()) track.stop();
      this.recorder = null;
      const contents = new Blob(parts, { type: format.type });
      onEnd(contents.size > 0 ? { contents, extension: format.extension } : null);
    });
    recorder.start();
    this.recorder = recorder;
    return true;
  }

  stop(): void {
    this.recorder?.stop();
  }
}
