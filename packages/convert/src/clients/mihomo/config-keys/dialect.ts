import type { KeyDialect } from '../../../check/shared/key-checker.ts'
import { strictYaml, weakYaml } from '../go-yaml.ts'
import { MIHOMO_FORMATS } from './formats.ts'

/** How mihomo takes its keys: docs/formats/mihomo.md, "General keys and DNS". */
export const MIHOMO_DIALECT: KeyDialect = {
  readings: { strict: strictYaml, weak: weakYaml },
  unknownKey: 'warning',
  anyCase: false,
  formats: MIHOMO_FORMATS,
  underscores: true,
  nullIsAbsent: false,
  floats: true,
}
