import { OUTPUT_FACTS, type OutputId } from '@switchyard/convert/facts'
import { ownValue } from '../model/values/own-value.ts'

// What converters call what they write: tindy2013/subconverter (a0d4eab), README-cn.md, and its forks.

/** What is written for a `target`. */
const CONVERTER_TARGETS: Readonly<Record<string, OutputId>> = {
  auto: 'mihomo', clash: 'mihomo', clashr: 'mihomo', clashmeta: 'mihomo', 'clash-meta': 'mihomo', 'clash.meta': 'mihomo',
  mihomo: 'mihomo', meta: 'mihomo', stash: 'mihomo', 'sing-box': 'singbox', singbox: 'singbox', xray: 'xray',
  v2ray: 'base64', mixed: 'base64', trojan: 'base64', ss: 'base64', ssr: 'base64', base64: 'base64', links: 'links',
} // oxfmt-ignore

const CLASH_CORES: readonly OutputId[] = ['clash', 'mihomo']
/** Targets that mean what the program which asks reads, if it is one of these. */
const BY_PROGRAM: Readonly<Record<string, readonly OutputId[]>> = {
  auto: OUTPUT_FACTS.map(({ id }) => id),
  clash: CLASH_CORES,
  clashr: CLASH_CORES,
}

/** What a target means, for a program that reads this; undefined: it is not written here. */
export function outputOfTarget(target: string, ofProgram: OutputId | undefined): OutputId | undefined {
  const isMeant = ofProgram !== undefined && ownValue(BY_PROGRAM, target)?.includes(ofProgram)
  return isMeant ? ofProgram : ownValue(CONVERTER_TARGETS, target)
}
