import type { Lang } from '@switchyard/convert/languages'

/** What stands between two steps: text, or bytes that are none. */
export type Data = string | Uint8Array<ArrayBuffer>

/** Values of a step's options, by name. */
export type StepOptions = Readonly<Record<string, string>>

/** What went wrong, or what to know of a result: a key of `codec.issue` and its values. */
export interface StepIssue {
  code: StepIssueCode
  args?: Readonly<Record<string, string | number>>
}

export type StepIssueCode =
  | 'alias'
  | 'base64'
  | 'base64-first'
  | 'compressed'
  | 'documents'
  | 'empty'
  | 'entity'
  | 'escape'
  | 'hex'
  | 'hex-odd'
  | 'json'
  | 'json-comments'
  | 'jwt'
  | 'jwt-encrypted'
  | 'jwt-unverified'
  | 'link'
  | 'link-new'
  | 'no-link'
  | 'no-web-crypto'
  | 'not-text'
  | 'percent'
  | 'qr-long'
  | 'qr-none'
  | 'qr-several'
  | 'qr-unloaded'
  | 'time'
  | 'too-large'
  | 'yaml'
  | 'yaml-key'
  | 'yaml-twice'

export interface StepDone {
  data: Data
  /** What is good to know of it. */
  notes?: readonly StepIssue[]
  /** Options with which the inverse step gives the same input again. */
  inverse?: StepOptions
}

export type StepResult = StepDone | { issue: StepIssue }

/** What a step is handed in. */
export interface StepSurroundings {
  /** Language of the engine's words. */
  lang: Lang
  /** What the QR codes of a picture say; undefined where nothing could look at it. */
  readQr(picture: Uint8Array<ArrayBuffer>): Promise<readonly string[] | undefined>
}

/** A step does not throw: what it cannot take is an issue. */
export type StepFunction = (
  data: Data,
  options: StepOptions,
  surroundings: StepSurroundings,
) => StepResult | Promise<StepResult>

/** Bytes of anything between two steps. A kilobyte of gzip may hold a thousand times as much. */
export const DATA_MAX_BYTES = 16 * 1024 * 1024

const encoder = new TextEncoder()
const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

export function bytesOf(data: Data): Uint8Array<ArrayBuffer> {
  return typeof data === 'string' ? encoder.encode(data) : data
}

/** Bytes that are UTF-8 as the text that they are; any other as they stand. */
export function textIfPossible(bytes: Uint8Array<ArrayBuffer>): Data {
  try {
    return strictUtf8.decode(bytes)
  } catch {
    return bytes
  }
}

export function refused(code: StepIssueCode, args?: StepIssue['args']): { issue: StepIssue } {
  return { issue: args === undefined ? { code } : { code, args } }
}

/** A step that reads text: bytes that are none are refused, with the place of the first wrong one. */
export function ofText(
  step: (text: string, options: StepOptions, surroundings: StepSurroundings) => StepResult | Promise<StepResult>,
): StepFunction {
  return (data, options, surroundings) =>
    typeof data === 'string' ? step(data, options, surroundings) : refused('not-text', { n: data.length })
}
