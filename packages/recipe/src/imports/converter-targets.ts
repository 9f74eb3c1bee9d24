import type { OutputId } from '@switchyard/convert'
import { ownValue } from '../model/values/own-value.ts'

// What converters call what they write: tindy2013/subconverter (a0d4eab), README-cn.md, and its forks.

const AUTO = 'auto'
const TARGETS: Readonly<Record<string, OutputId>> = {
  [AUTO]: 'mihomo', clash: 'mihomo', clashr: 'mihomo', clashmeta: 'mihomo', 'clash-meta': 'mihomo', 'clash.meta': 'mihomo',
  mihomo: 'mihomo', meta: 'mihomo', stash: 'mihomo', 'sing-box': 'singbox', singbox: 'singbox', xray: 'xray',
  v2ray: 'base64', mixed: 'base64', trojan: 'base64', ss: 'base64', ssr: 'base64', base64: 'base64', links: 'links',
} // oxfmt-ignore
/** Targets that mean another thing where a program asks that reads this. */
const FOR_PROGRAMS: Readonly<Record<string, Partial<Record<OutputId, OutputId>>>> = {
  clash: { clash: 'clash' },
  clashr: { clash: 'clash' },
}

/** What a target means, for a program that reads this; undefined: it is not written here. */
export function outputOfTarget(target: string, ofProgram: OutputId | undefined): OutputId | undefined {
  const meant = ofProgram && (target === AUTO ? ofProgram : ownValue(FOR_PROGRAMS, target)?.[ofProgram])
  return meant ?? ownValue(TARGETS, target)
}
