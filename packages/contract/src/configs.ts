import { DEFAULT_LANG } from '@switchyard/convert/languages'
import { z } from 'zod'
import { LocaleName } from './convert.ts'
import type { Slice } from './endpoint.ts'
import { Count } from './fields.ts'

const MAX_CLIENT = 256
const MAX_HOST = 255
const MAX_WORDS = 4096
const MAX_PORT = 65_535
const MAX_ADDRESSES = 100
const MAX_QUESTIONS = 20

/** A config that somebody brings. */
const config = {
  text: z.string(),
  /** Any name that `--for` of the command line takes; without it the client is recognised. */
  client: z.string().max(MAX_CLIENT).optional(),
  /** Texts of its rule lists, by their address, or by their path as the config says it. */
  lists: z.record(z.string(), z.string()).default({}),
  /** The language of messages. */
  locale: LocaleName.default(DEFAULT_LANG),
}

const CheckRequest = z.strictObject({
  ...config,
  /** Of the client: `1.13`, `26.3.27`. Without it the newest. */
  version: z
    .string()
    .regex(/^\d{1,4}(?:\.\d{1,4}){1,2}$/)
    .optional(),
})

const place = z.int().positive()

const CheckedIssue = z.strictObject({
  code: z.string(),
  severity: z.enum(['error', 'warning', 'note']),
  /** From 1; columns count UTF-16 units. The end is behind the last character. */
  line: place,
  column: place,
  endLine: place,
  endColumn: place,
  /** JSON pointer: `/rules/3`. */
  path: z.string(),
  message: z.string(),
  /** A change that mends it, where the meaning is certain. */
  fix: z
    .strictObject({
      title: z.string(),
      edits: z.array(z.strictObject({ from: Count, to: Count, text: z.string() })),
    })
    .optional(),
})

/** What a client refuses or fails at (errors), passes over (warnings), and what a later version drops (notes). */
const Checked = z.strictObject({
  client: z.string(),
  version: z.string(),
  errors: Count,
  warnings: Count,
  notes: Count,
  issues: z.array(CheckedIssue),
})

const address = z.string().max(MAX_HOST)
const words = z.string().max(MAX_WORDS)
const port = z.int().min(0).max(MAX_PORT)

/** A connection that is asked about: by its host, its address or its program. What is absent is not known. */
const ConnectionQuestion = z.strictObject({
  host: z.string().min(1).max(MAX_HOST).optional(),
  ip: address.optional(),
  /** What the host resolves to; empty: it does not resolve. */
  resolved: z.array(address).max(MAX_ADDRESSES).optional(),
  port: port.optional(),
  network: z.enum(['tcp', 'udp']).optional(),
  /** Name of the program. */
  process: words.optional(),
  processPath: words.optional(),
  /** Address of the device that asks. */
  source: address.optional(),
  sourcePort: port.optional(),
  /** Name or tag of the inbound. */
  inbound: words.optional(),
})

const ExplainRequest = z.strictObject({
  ...config,
  questions: z.array(ConnectionQuestion).min(1).max(MAX_QUESTIONS),
})

const Rule = z.strictObject({ index: Count, line: place, text: z.string() })

const Reason = z.union([
  z.strictObject({
    code: z.literal('fits'),
    held: z.array(z.strictObject({ type: z.string(), value: z.string(), fact: z.string() })),
  }),
  z.strictObject({ code: z.enum(['takes-all', 'no-rule']) }),
  z.strictObject({ code: z.literal('mode'), mode: z.string() }),
])

const ConnectionAnswer = z.strictObject({
  /** Null: no rule takes it. */
  rule: Rule.nullable(),
  /** In words. */
  why: z.string(),
  reason: Reason,
  /** Through which groups it goes, and to which node, or to any of these. */
  groups: z.array(z.string()),
  node: z.string().optional(),
  nodes: z.array(z.string()).optional(),
  /** What the question leaves open, and the rules that hang on it. */
  needs: z.array(z.strictObject({ fact: z.string(), rules: z.array(Rule), isMore: z.boolean() })),
  /** Lists that could not be read. */
  unknown: z.array(z.string()),
  /** Rules that fit and that it goes past. */
  passed: z.array(z.strictObject({ rule: Rule, why: z.enum(['no-udp', 'goes-on']) })),
})

const Explained = z.strictObject({
  client: z.string(),
  /** Lists that stand elsewhere: with their texts the answers say more. */
  lists: z.array(z.strictObject({ name: z.string(), url: z.string().optional(), path: z.string().optional() })),
  /** In the order of the questions. */
  answers: z.array(ConnectionAnswer),
})

export const CONFIGS = {
  'POST /api/check': { body: CheckRequest, data: Checked },
  'POST /api/explain': { body: ExplainRequest, data: Explained },
} as const satisfies Slice
