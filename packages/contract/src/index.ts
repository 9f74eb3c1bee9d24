/** What the server answers: the schema of every answer, for the server and for who asks it. */
import { z } from 'zod'
import { ADS } from './ads.ts'
import { CONFIGS } from './configs.ts'
import { CONVERT } from './convert.ts'
import type { Slice } from './endpoint.ts'
import { Time } from './fields.ts'
import { FREE_NODES } from './free-nodes.ts'
import { KEPT, KEPT_EXPORT } from './kept.ts'
import { OUTPUT_ENDPOINTS, OUTPUTS_EXPORT } from './outputs.ts'
import { PASSKEYS } from './passkeys.ts'
import { PEOPLE, PEOPLE_EXPORT } from './people.ts'
import { PROBES, PROBES_EXPORT } from './probes.ts'
import { PROFILE, PROFILE_EXPORT } from './profile.ts'
import { PUBLICATIONS, PUBLICATIONS_EXPORT } from './publications.ts'
import { RELAY } from './relay.ts'
import { SERVER } from './server.ts'
import { SESSION } from './session.ts'
import { SHORT_LINKS, SHORT_LINKS_EXPORT } from './short-links.ts'
import { SIGN_IN } from './sign-in.ts'
import { STORAGE, STORAGE_EXPORT } from './storage.ts'
import { SUBSCRIPTIONS, SUBSCRIPTIONS_EXPORT } from './subscriptions.ts'

/** All that an account holds, in clear, for its person: what the pages show and what they show on request. */
const AccountExport = z.strictObject({
  switchyard: z.literal('account'),
  version: z.literal(1),
  at: Time,
  ...PROFILE_EXPORT,
  ...PEOPLE_EXPORT,
  ...SUBSCRIPTIONS_EXPORT,
  ...OUTPUTS_EXPORT,
  ...PUBLICATIONS_EXPORT,
  ...KEPT_EXPORT,
  ...SHORT_LINKS_EXPORT,
  ...PROBES_EXPORT,
  ...STORAGE_EXPORT,
})

/** Endpoints of our own API: the answer is `data` in the envelope, or in that of the storage service. */
export const API = {
  ...ADS,
  ...CONVERT,
  ...CONFIGS,
  ...RELAY,
  ...SUBSCRIPTIONS,
  ...SIGN_IN,
  ...PASSKEYS,
  ...PROFILE,
  'GET /api/profile/export': { data: AccountExport },
  ...PEOPLE,
  ...PUBLICATIONS,
  ...KEPT,
  ...OUTPUT_ENDPOINTS,
  ...SHORT_LINKS,
  ...STORAGE,
  ...PROBES,
  ...FREE_NODES,
} as const satisfies Slice

export type ApiName = keyof typeof API

/** Endpoints that answer with events. */
export type StreamName = {
  [Name in ApiName]: (typeof API)[Name] extends { isStream: true } ? Name : never
}[ApiName]

/** What an endpoint of the API answers, without its envelope; one event of those that a stream answers with. */
export type DataOf<Name extends ApiName> = z.infer<(typeof API)[Name]['data']>

/** What an endpoint of the API is sent. */
export type BodyOf<Name extends ApiName> = (typeof API)[Name] extends { body: infer Body extends z.ZodType }
  ? z.input<Body>
  : undefined

/** The same once it was read: with what is said where nothing was. */
export type ReadBodyOf<Name> = Name extends ApiName
  ? (typeof API)[Name] extends { body: infer Body extends z.ZodType }
    ? z.output<Body>
    : undefined
  : undefined

/** Endpoints that keep a shape of their own: the answer is `data`, without an envelope. */
export const OWN_SHAPES = { ...SERVER, ...SESSION } as const satisfies Slice

export type OwnShapeName = keyof typeof OWN_SHAPES

/** What an endpoint with a shape of its own answers. */
export type OwnShapeOf<Name extends OwnShapeName> = z.infer<(typeof OWN_SHAPES)[Name]['data']>

export type { ApiError } from './api-errors.ts'
export type { ConvertReport, ConvertRequest, RecipeRequest } from './convert.ts'
export type { EndpointName, EndpointShape, ParamOf, PathOf, Slice } from './endpoint.ts'
export { envelopeOf, FailureEnvelope, storageEnvelopeOf, SUCCESS } from './envelope.ts'
export type { Envelope, FailureData } from './envelope.ts'
export { FREE_NODES_MAX, FREE_SOURCE_KINDS } from './free-node-kinds.ts'
export type { FreeSourceKind, FreeSourceState } from './free-node-kinds.ts'
export type {
  FreeNode,
  FreeNodeList,
  FreeSource,
  NewNodeSite,
  NodeSite,
  NodeSiteChange,
  SitePreview,
} from './free-nodes.ts'
export { KEPT_BODY_MAX, KEPT_KINDS } from './kept-kinds.ts'
export type { KeptItem, KeptKind } from './kept.ts'
export type {
  AddressChange,
  HostedOutput,
  NewAddress,
  NewOutput,
  OutputAddress,
  OutputChange,
  OutputRecord,
  OutputSummary,
  OutputVersion,
  RenderFailure,
  Rotation,
  VersionCause,
  VersionChanges,
} from './outputs.ts'
export { WrittenRow } from './fields.ts'
export type { ApiDescription, ApiOperation, JsonSchema } from './openapi.ts'
export { PASSKEY_TRANSPORTS } from './passkeys.ts'
export type { ProbeReason, ProbeTransport } from './probe-facts.ts'
export { ProbeResult, ScheduledTarget } from './probes.ts'
export type { ProbeCertificate, ProbeEvent, ProbeSchedule, ProbeTarget, ProbeTerms, TargetHistory } from './probes.ts'
export { API_SCOPES, SECURITY_EVENTS } from './profile.ts'
export type { ApiScope, SecurityEvent } from './profile.ts'
export type { Publication, PublicationResult } from './publications.ts'
export type { Session } from './session.ts'
export { isReservedCode, SHORT_CODE, SHORT_PAGE_SIZE, SHORT_UNDO_MS } from './short-codes.ts'
export type { NewShortLink, ShortLink, ShortLinkChange, ShortLinkPage, WholeShortLink } from './short-links.ts'
export { OAUTH_PROVIDERS } from './sign-in.ts'
export type { OAuthProvider } from './sign-in.ts'
export { BUCKET_PERMISSIONS, isStorageService } from './storage.ts'
export type {
  Bucket,
  BucketPermission,
  FileShare,
  NewShare,
  ShareChange,
  StorageEntry,
  StoragePage,
  Uploaded,
} from './storage.ts'
export { BUCKET_NAME, DEFAULT_BUCKET, STORAGE_PAGE_SIZE, STORED_TEXT_BYTES, storedPath } from './storage-paths.ts'
export type { SessionUser } from './user.ts'
export type { ItemChange, NewItem, SubscriptionItem } from './subscriptions.ts'
export { Email } from './user.ts'
