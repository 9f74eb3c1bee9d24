/**
 * Versions of sing-box that one can write for. `compatible`: a config that all of them take. Outbounds of protocols
 * depend on it, so it stands below protocols and clients.
 */
export const SINGBOX_VERSIONS = ['compatible', '1.12', '1.13', '1.14'] as const
export type SingboxVersion = (typeof SINGBOX_VERSIONS)[number]

/** Whether a text names one of them. */
export function isSingboxVersion(name: string): name is SingboxVersion {
  return SINGBOX_VERSIONS.some((version) => version === name)
}
