// The Dockerfile and the manifests of examples/cluster: as no cluster is here, they are held to what Kubernetes and the command line know.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { DIST, ensureDist, ROOT } from '../package/dist.ts';

const FOLDER = path.join(ROOT, 'examples/cluster');
const MANIFESTS = ['sweep-job.yaml', 'workers.yaml'];

interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string };
  // biome-ignore lint/suspicious/noExplicitAny: what a manifest has is looked at below
  spec: any;
}

const read = (file: string): Manifest[] =>
  parseAllDocuments(fs.readFileSync(path.join(FOLDER, file), 'utf8'), { strict: true, uniqueKeys: true }).map((document) => {
    expect([file, document.errors, document.warnings]).toEqual([file, [], []]);
    return document.toJS() as Manifest;
  });
const manifests = MANIFESTS.flatMap(read);
const named = (kind: string, name: string) => manifests.find((one) => one.kind === kind && one.metadata.name === name)!;

/** Fields that Kubernetes 1.29 and later know in the places where the manifests have some: a misspelt one is ignored there, or refused. */
const POD = [
  'restartPolicy',
  'terminationGracePeriodSeconds',
  'securityContext',
  'containers',
  'volumes',
  'serviceAccountName',
  'nodeSelector',
];
const CONTAINER = ['name', 'image', 'args', 'command', 'env', 'ports', 'resources', 'volumeMounts', 'readinessProbe', 'livenessProbe'];
const KINDS: Record<string, { api: string; spec: string[]; required: string[] }> = {
  PersistentVolumeClaim: { api: 'v1', spec: ['accessModes', 'resources', 'storageClassName'], required: ['accessModes', 'resources'] },
  Service: { api: 'v1', spec: ['selector', 'ports', 'type', 'clusterIP'], required: ['selector', 'ports'] },
  Job: {
    api: 'batch/v1',
    spec: [
      ...['completionMode', 'completions', 'parallelism', 'template', 'backoffLimit', 'backoffLimitPerIndex', 'maxFailedIndexes'],
      ...['activeDeadlineSeconds', 'ttlSecondsAfterFinished', 'podFailurePolicy', 'suspend'],
    ],
    required: ['template'],
  },
  Deployment: {
    api: 'apps/v1',
    spec: ['replicas', 'selector', 'template', 'strategy', 'minReadySeconds'],
    required: ['selector', 'template'],
  },
  StatefulSet: {
    api: 'apps/v1',
    spec: ['serviceName', 'replicas', 'selector', 'template', 'volumeClaimTemplates', 'updateStrategy'],
    required: ['serviceName', 'selector', 'template'],
  },
  NetworkPolicy: { api: 'networking.k8s.io/v1', spec: ['podSelector', 'policyTypes', 'ingress', 'egress'], required: ['podSelector'] },
};

const unknown = (object: object, known: readonly string[]) => Object.keys(object).filter((name) => !known.includes(name));
/** m of a core; bytes. */
const cpu = (text: string) => (text.endsWith('m') ? Number(text.slice(0, -1)) : 1000 * Number(text));
const bytes = (text: string) => Number.parseFloat(text) * { Mi: 2 ** 20, Gi: 2 ** 30 }[text.slice(-2) as 'Mi' | 'Gi'];

const listed = manifests.map((manifest) => [manifest.kind, manifest.metadata.name, manifest] as const);

describe('a manifest', () => {
  test.each(listed)('%s %s is one that the API has, with fields that it has', (kind, name, manifest) => {
    const { api, required, spec } = KINDS[kind] ?? { api: '', required: [], spec: [] };
    expect(manifest.apiVersion).toBe(api);
    expect(name).toMatch(/^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/);
    expect(unknown(manifest, ['apiVersion', 'kind', 'metadata', 'spec'])).toEqual([]);
    expect(unknown(manifest.spec, spec)).toEqual([]);
    for (const field of required) expect(manifest.spec).toHaveProperty(field);
  });

  const withPods = listed.filter(([, , { spec }]) => spec.template);
  test.each(withPods)('%s %s has pods that can run: labels, limits, volumes, no root', (_kind, _name, manifest) => {
    const { template } = manifest.spec;
    const pod = template.spec;
    expect(unknown(pod, POD)).toEqual([]);
    if (manifest.spec.selector) expect(template.metadata.labels).toMatchObject(manifest.spec.selector.matchLabels);
    expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: expect.any(Number) });
    const volumes = [...(pod.volumes ?? []), ...(manifest.spec.volumeClaimTemplates ?? []).map((claim: Manifest) => claim.metadata)];
    for (const volume of pod.volumes ?? [])
      if (volume.persistentVolumeClaim) expect(named('PersistentVolumeClaim', volume.persistentVolumeClaim.claimName)).toBeDefined();
    for (const container of pod.containers) {
      expect(unknown(container, CONTAINER)).toEqual([]);
      expect(container.image).toMatch(/^[\w./-]+:\d[\w.-]*$/); // a version, not what is latest
      const { limits, requests } = container.resources;
      expect(bytes(limits.memory)).toBeGreaterThanOrEqual(bytes(requests.memory));
      if (limits.cpu) expect(cpu(limits.cpu)).toBeGreaterThanOrEqual(cpu(requests.cpu));
      for (const mount of container.volumeMounts ?? [])
        expect(volumes.map((volume: { name: string }) => volume.name)).toContain(mount.name);
      for (const argument of container.args) expect(typeof argument).toBe('string');
    }
  });
});

describe('together', () => {
  test('the service leads to Redis, and its policy lets the workers in', () => {
    const redis = named('StatefulSet', 'holonomic-redis').spec;
    const service = named('Service', redis.serviceName).spec;
    expect(redis.template.metadata.labels).toMatchObject(service.selector);
    const [{ ports }] = redis.template.spec.containers;
    expect(ports.map((port: { name: string }) => port.name)).toContain(service.ports[0].targetPort);
    expect(redis.template.spec.containers[0].args).toEqual(expect.arrayContaining(['--appendonly', 'yes', 'noeviction']));
    const policy = named('NetworkPolicy', 'holonomic-redis').spec;
    const workers = named('Deployment', 'holonomic-worker').spec.template;
    expect(policy.podSelector.matchLabels).toEqual(service.selector);
    expect(policy.ingress[0].from[0].podSelector.matchLabels).toEqual(workers.metadata.labels);
    expect(policy.ingress[0].ports[0].port).toBe(service.ports[0].port);
    const { args } = workers.spec.containers[0];
    expect(args[args.indexOf('--redis') + 1]).toBe(`redis://${redis.serviceName}:${service.ports[0].port}`);
  });

  test('the parts of the indexed job are its completions, each with a file of its own that it goes on with', () => {
    const { completionMode, completions, parallelism, template } = named('Job', 'holonomic-sweep').spec;
    expect([completionMode, parallelism <= completions]).toEqual(['Indexed', true]);
    const { args } = template.spec.containers[0];
    expect(args[args.indexOf('--shard') + 1]).toBe(`$(JOB_COMPLETION_INDEX)/${completions}`);
    expect(args[args.indexOf('--out') + 1]).toContain('$(JOB_COMPLETION_INDEX)');
    expect(args).toContain('--resume');
    expect(template.spec.restartPolicy).toBe('Never');
  });

  test('threads have the cores and the memory that they may take', () => {
    for (const { spec } of [named('Job', 'holonomic-sweep'), named('Deployment', 'holonomic-worker')]) {
      const [{ args, resources }] = spec.template.spec.containers;
      const given = (name: string) => Number(args[args.indexOf(name) + 1]);
      expect(cpu(resources.limits.cpu)).toBe(1000 * given('--workers'));
      expect(bytes(resources.limits.memory)).toBeGreaterThanOrEqual(given('--workers') * given('--memory-limit') * 2 ** 20);
    }
  });
});

describe('the command line', () => {
  beforeAll(() => ensureDist());

  test.each([
    ['Job', 'holonomic-sweep'],
    ['Deployment', 'holonomic-worker'],
  ])('knows the options of %s %s', (kind, name) => {
    const { args } = named(kind, name).spec.template.spec.containers[0];
    const { status, stdout } = spawnSync(process.execPath, [path.join(DIST, 'cli.js'), args[0], '--help'], { encoding: 'utf8' });
    expect(status).toBe(0);
    for (const option of args.filter((argument: string) => argument.startsWith('--'))) expect(stdout).toContain(`${option} `);
  });
});

test('the Dockerfile is of a version, without root, with the peers of the package and its program', () => {
  const text = fs.readFileSync(path.join(FOLDER, 'Dockerfile'), 'utf8').replaceAll(/\\\n\s*/g, ' ');
  const lines = text.split('\n').filter((line) => line.trim() && !line.startsWith('#'));
  const instructions = lines.map((line) => line.match(/^([A-Z]+) (.+)$/) ?? []);
  const known = ['FROM', 'WORKDIR', 'RUN', 'COPY', 'USER', 'ENTRYPOINT', 'CMD'];
  expect(instructions.filter(([, name]) => !known.includes(name))).toEqual([]);
  const of = (name: string) => instructions.filter((each) => each[1] === name).map((each) => each[2]);
  expect(of('FROM')).toEqual([expect.stringMatching(/^node:(2\d)\.\d+-[\w-]+$/)]);
  expect(of('USER')).toEqual(['node']);
  const manifest = JSON.parse(fs.readFileSync(path.join(ROOT, 'package.json'), 'utf8'));
  expect(of('RUN').join(' ')).toContain(`holonomic@${manifest.version} `);
  for (const peer of ['piscina', 'bullmq', 'ioredis'])
    expect(of('RUN').join(' ')).toContain(`${peer}@${manifest.peerDependencies[peer].match(/\d+/)[0]} `);
  expect(JSON.parse(of('ENTRYPOINT')[0])).toEqual(['node', `node_modules/holonomic/${manifest.bin.holonomic}`]);
  for (const source of of('COPY').map((line) => line.split(' ')[0])) expect(fs.existsSync(path.join(FOLDER, source))).toBe(true);
  expect(JSON.parse(of('CMD')[0])).toEqual(['--help']);
});
