/**
 * Versions of Xray that one can write for, the usual one first. `26.6`: Xray 26.6.1 and later, which has other words for
 * mKCP and refuses what is not encrypted. `26.3`: what is older.
 */
export const XRAY_VERSIONS = ['26.6', '26.3'] as const
export type XrayVersion = (typeof XRAY_VERSIONS)[number]

/** Whether a text names one of them. */
export function isXrayVersion(name: string): name is XrayVersion {
  return XRAY_VERSIONS.some((version) => version === name)
}
