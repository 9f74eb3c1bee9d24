import type { OutputId } from '@switchyard/convert'
import { findClientFacts, isSingboxVersion, isXrayVersion } from '@switchyard/convert/facts'
import type { OutputSettings } from './recipe.ts'

type VersionSettings = Pick<OutputSettings, 'singboxVersion' | 'xrayVersion'>

/** The version that an output is written for; undefined where it has one shape. */
export function versionOf(
  output: OutputId,
  { singboxVersion, xrayVersion }: Partial<VersionSettings>,
): string | undefined {
  const chosen: Partial<Record<OutputId, string | undefined>> = { singbox: singboxVersion, xray: xrayVersion }
  return chosen[output] ?? findClientFacts(output)?.versions[0]
}

/** The setting that says so; none where the output has no such version. */
export function versionSettings(output: OutputId, version: string | null | undefined): Partial<VersionSettings> {
  if (version === null || version === undefined) return {}
  const settings: Partial<Record<OutputId, Partial<VersionSettings>>> = {
    singbox: isSingboxVersion(version) ? { singboxVersion: version } : {},
    xray: isXrayVersion(version) ? { xrayVersion: version } : {},
  }
  return settings[output] ?? {}
}
