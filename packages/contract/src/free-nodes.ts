import { FETCH_FAILURES, HELD_REASONS, TRY_RESULTS } from '@switchyard/sources'
import { z } from 'zod'
import type { Slice } from './endpoint.ts'
import { Count, Done, OwnName, Revision, Time } from './fields.ts'
import { ProbeResult, ProbeTarget } from './probes.ts'
import { FREE_SOURCE_KINDS, FREE_SOURCE_STATES } from './free-node-kinds.ts'

const KIBIBYTE = 1024
const MAX_ADDRESS = 8 * KIBIBYTE
const MINUTE_S = 60
const MIN_INTERVAL_S = 10 * MINUTE_S
const HOUR_S = 60 * MINUTE_S
const MAX_INTERVAL_S = 30 * 24 * HOUR_S

const LastTry = z.strictObject({
  at: Time,
  result: z.enum(TRY_RESULTS),
  /** Of `failed`: the words are under `fetch` of packages/locale. */
  failure: z.enum(FETCH_FAILURES).optional(),
  status: z.int().optional(),
  nodes: Count.optional(),
  skipped: Count.optional(),
})

/** A source as anybody sees it. */
const FreeSource = z
  .strictObject({
    id: z.string(),
    name: z.string(),
    /** Its nodes, those of other sources among them. */
    nodes: Count,
    /** When its nodes were fetched. */
    fetchedAt: Time.optional(),
    state: z.enum(FREE_SOURCE_STATES),
    /** Its nodes are older than two of its intervals. */
    isStale: z.boolean(),
    lastTry: LastTry.optional(),
    /** From when on anybody may have it asked again. */
    mayRefreshAt: Time,
  })
  .meta({ id: 'FreeSource' })

const FreeNode = z
  .strictObject({
    /** The same for the same node, whatever it is called. */
    key: z.string(),
    name: z.string(),
    protocol: z.string(),
    /** Two letters. */
    region: z.string().optional(),
    host: z.string(),
    port: z.int(),
    /** Its share link, or an entry of `proxies:` where its protocol has no links: a source of nodes, as it stands. */
    text: z.string(),
    /** Ids of the sources that it stands in. */
    sources: z.array(z.string()),
    /** When the newest of them was fetched. */
    fetchedAt: Time,
    /** What the server tries at it, if anything can be tried without its secrets, and what it found; the oldest first. */
    check: z.strictObject({ target: ProbeTarget.optional(), results: z.array(ProbeResult) }),
    /** Its last two checks failed: subscriptions leave it out. */
    isDead: z.boolean(),
  })
  .meta({ id: 'FreeNode' })

const FreeNodeList = z.strictObject({
  sources: z.array(FreeSource),
  /** By turns of the sources, as they stand there: nothing is ranked. No more than `FREE_NODES_MAX`. */
  nodes: z.array(FreeNode),
  /** How many there are, those left out here among them. */
  total: Count,
  /** From where they are checked: the host of the site; none where it is known as this machine alone. */
  vantage: z.string().optional(),
})

/** A source as the owner sees it; the address is shown on request. */
const NodeSite = z
  .strictObject({
    ...FreeSource.shape,
    revision: Revision,
    host: z.string(),
    kind: z.enum(FREE_SOURCE_KINDS),
    intervalS: z.int(),
    enabled: z.boolean(),
    /** It stands in `FREE_NODE_SOURCES` and is changed there alone. */
    isFromSettings: z.boolean(),
    held: z.strictObject({ since: Time, reason: z.enum(HELD_REASONS), nodes: Count }).optional(),
    nextAt: Time.optional(),
    /** How often somebody reported it since the owner last changed it. */
    reports: Count,
  })
  .meta({ id: 'NodeSite' })

const Address = z.string().trim().min(1).max(MAX_ADDRESS)
const Kind = z.enum(FREE_SOURCE_KINDS)
const Seconds = z.int().min(MIN_INTERVAL_S).max(MAX_INTERVAL_S)

export const NewNodeSite = z.strictObject({
  name: OwnName,
  address: Address,
  kind: Kind.default('subscription'),
  intervalS: Seconds.default(HOUR_S),
  enabled: z.boolean().default(true),
})

/** What is absent stays. */
export const NodeSiteChange = z.strictObject({
  revision: Revision,
  name: OwnName.optional(),
  address: Address.optional(),
  kind: Kind.optional(),
  intervalS: Seconds.optional(),
  enabled: z.boolean().optional(),
})

const NodeSiteAddress = z.strictObject({ address: z.string() })

/** What an address answers now; nothing of it is kept. */
const SitePreview = z.strictObject({
  nodes: Count,
  information: Count,
  skipped: Count,
  /** The first ones. */
  first: z.array(z.strictObject({ name: z.string(), protocol: z.string(), region: z.string().optional() })),
})

export const FREE_NODES = {
  'GET /api/free-nodes': { data: FreeNodeList },
  'POST /api/free-nodes/:source/refresh': { data: FreeSource },
  'POST /api/free-nodes/:source/report': { data: Done },
  'GET /api/node-sites': { data: z.strictObject({ sites: z.array(NodeSite) }) },
  'POST /api/node-sites': { body: NewNodeSite, data: NodeSite },
  'POST /api/node-sites/preview': { body: z.strictObject({ address: Address, kind: Kind }), data: SitePreview },
  'GET /api/node-sites/:site': { data: NodeSiteAddress },
  'PATCH /api/node-sites/:site': { body: NodeSiteChange, data: NodeSite },
  'DELETE /api/node-sites/:site': { data: Done },
  'POST /api/node-sites/:site/adopt': { data: NodeSite },
} as const satisfies Slice

export type FreeSource = z.infer<typeof FreeSource>
export type FreeNode = z.infer<typeof FreeNode>
export type FreeNodeList = z.infer<typeof FreeNodeList>
export type NodeSite = z.infer<typeof NodeSite>
export type NewNodeSite = z.output<typeof NewNodeSite>
export type NodeSiteChange = z.output<typeof NodeSiteChange>
export type SitePreview = z.infer<typeof SitePreview>
