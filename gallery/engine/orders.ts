import { SETTING_NAMES, type SettingName, type SettingValue, settingOfScene, writeSetting } from '../../scenes/settings.ts';
import { findScene } from '../catalogue/index.ts';
import type { Order } from './types.ts';

/** What a setting of an order is: what was chosen, or else what the scene has. */
export function settingOf({ scene, settings }: Order, name: SettingName): SettingValue {
  return (settings[name] as SettingValue | undefined) ?? settingOfScene(findScene(scene), name);
}

/** The settings in which two orders differ. */
export function differentSettings(first: Order, second: Order): SettingName[] {
  return SETTING_NAMES.filter((name) => writeSetting(settingOf(first, name)) !== writeSetting(settingOf(second, name)));
}
