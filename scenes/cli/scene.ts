// npm run scene -- [NAME] [options]: runs a scene and prints its measures; without a name it lists the scenes and their parameters.
import { Command } from 'commander';
import { findScene, scenes } from '../index.ts';
import { runScene, type SceneResult } from '../run.ts';
import { rangeOf, SceneError, type SceneSettings } from '../scene.ts';
import { hasSetting, SOLVING_NAMES } from '../settings.ts';
import { formatMeasures, formatNumber, formatPairs } from './format.ts';
import { addParameters, addSettings, runProgram, settingsOf, wholeNumber } from './options.ts';

function listScenes(): string[] {
  return scenes.flatMap(({ name, figure, description, parameters }) => [
    figure ? `${name} (${figure})` : name,
    `  ${description}`,
    ...formatPairs(
      Object.entries(parameters).map(([parameter, schema]) => {
        const unit = 'unit' in schema && schema.unit ? ` ${schema.unit}` : '';
        return [`  ${parameter}=${schema.default}`, `${schema.description}: ${rangeOf(schema)}${unit}`];
      }),
    ),
  ]);
}

/** Without those that the solver does not look at. */
function settingsLookedAt(settings: SceneSettings): Record<string, unknown> {
  return Object.fromEntries(SOLVING_NAMES.filter((name) => hasSetting(settings.solver, name)).map((name) => [name, settings[name]]));
}

function describeResult({ scene, parameters, settings, frames, msPerFrame, measures, jointIslands, hash }: SceneResult): string[] {
  const assignments = (values: Record<string, unknown>) =>
    Object.entries(values)
      .map(([name, value]) => `${name} ${value}`)
      .join(', ');
  return [
    scene,
    ...formatPairs([
      ['parameters', assignments(parameters) || 'none'],
      ['settings', assignments(settingsLookedAt(settings))],
      ['frames', `${frames}, median ${formatNumber(msPerFrame.median)} ms, 99 % within ${formatNumber(msPerFrame.p99)} ms`],
      ['joint islands', `${jointIslands.direct} direct, ${jointIslands.swept} swept, ${jointIslands.failures} failures`],
      ['hash', hash],
    ]),
    '',
    ...formatMeasures(measures),
  ];
}

const program = new Command('scene')
  .description('Runs a scene without a window and prints what it measures.')
  .argument('[name]', 'scene to run; without it, the scenes and their parameters are listed')
  .option('--frames <count>', 'frames to run', wholeNumber)
  .option('--json', 'prints one JSON object alone; numbers that are not finite are null');

addSettings(addParameters(program)).action(async (name: string | undefined, options: Record<string, unknown>) => {
  const { json, frames, set: parameters } = options as { json?: boolean; frames?: number; set?: Record<string, string> };
  const print = (value: unknown, lines: string[]) => console.log(json ? JSON.stringify(value) : lines.join('\n'));
  if (name === undefined) {
    if (parameters) throw new SceneError('--set needs the name of a scene.');
    print({ scenes }, listScenes());
    return;
  }
  const result = await runScene(findScene(name), { parameters, settings: settingsOf(options), frames });
  print(result, describeResult(result));
});

await runProgram(program);
