import type { ClientId } from '../clients/facts.ts'
import type { ConvertOptions } from '../convert-options.ts'

/** The versions that were asked for, by client. */
export function wantedVersions({
  singbox,
  xray,
}: Pick<ConvertOptions, 'singbox' | 'xray'>): Partial<Record<ClientId, string | undefined>> {
  return { singbox: singbox?.version, xray: xray?.version }
}
