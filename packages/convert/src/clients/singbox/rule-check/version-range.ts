import type { SingboxVersion } from '../../../model/singbox-version.ts'

type Minor = 12 | 13 | 14

/** The minor versions of sing-box that a config has to suit. */
export interface VersionRange {
  low: Minor
  high: Minor
}

/** `compatible` means 1.12, 1.13 and 1.14 alike. */
export function versionRange(version: SingboxVersion): VersionRange {
  return {
    low: version === '1.14' ? 14 : version === '1.13' ? 13 : 12,
    high: version === '1.12' ? 12 : version === '1.13' ? 13 : 14,
  }
}
