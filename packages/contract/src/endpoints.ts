import type { z } from 'zod'
import { AccountExport } from './account-export.ts'
import {
  ConfirmRequest,
  Deletion,
  DeletionRequest,
  EmailChange,
  EmailChanged,
  EventList,
  InviteList,
  InviteRequest,
  LoginRequest,
  MadeLink,
  MadeToken,
  MethodChange,
  MethodList,
  NewPasskeyOptions,
  OAuthRequest,
  OAuthStarted,
  PasskeyLogin,
  PasskeyOptions,
  PasskeyRegistration,
  PasswordChange,
  People,
  PersonChange,
  Profile,
  ProfileChange,
  ProofRequest,
  Proven,
  Registered,
  RegisterRequest,
  ResetMailRequest,
  ResetRequest,
  SessionAnswer,
  SessionList,
  SignedIn,
  SignInOptions,
  TokenList,
  TokenRequest,
} from './accounts.ts'
import { Converted, ConvertRequest, RecipeRequest } from './convert.ts'
import {
  AddressChange,
  AddressUrl,
  HostedOutput,
  NewAddress,
  NewOutput,
  OutputChange,
  OutputList,
  OutputRecord,
  OutputRefresh,
  PublicationList,
  PreviewRequest,
  Rotation,
  VersionList,
  VersionText,
} from './hosted-outputs.ts'
import { Build, Health, IconSet, Nothing } from './own-shapes.ts'
import {
  Done,
  ItemBody,
  ItemChange,
  ItemList,
  ItemOrder,
  ItemText,
  NewItem,
  Relayed,
  RelayRequest,
  SentText,
  SubscriptionItem,
} from './subscriptions.ts'

/** How an endpoint is named: its method and its path, with the parameters as `:name`. */
export type EndpointName = `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`

/** One endpoint: what it is sent, where that is anything, and what it answers. */
export interface Endpoint {
  body?: z.ZodType
  data: z.ZodType
}

/** Endpoints of our own API: the answer is `data` in the envelope. */
export const API = {
  'POST /api/convert': { body: ConvertRequest, data: Converted },
  'POST /api/recipes/apply': { body: RecipeRequest, data: Converted },
  'POST /api/relay': { body: RelayRequest, data: Relayed },
  'GET /api/subscriptions': { data: ItemList },
  'POST /api/subscriptions': { body: NewItem, data: SubscriptionItem },
  'PUT /api/subscriptions/order': { body: ItemOrder, data: ItemList },
  'PATCH /api/subscriptions/:item': { body: ItemChange, data: SubscriptionItem },
  'DELETE /api/subscriptions/:item': { data: Done },
  'GET /api/subscriptions/:item/body': { data: ItemBody },
  'GET /api/subscriptions/:item/text': { data: ItemText },
  'PUT /api/subscriptions/:item/text': { body: SentText, data: SubscriptionItem },
  'POST /api/subscriptions/:item/refresh': { data: SubscriptionItem },
  'POST /api/subscriptions/:item/adopt': { data: SubscriptionItem },
  'GET /api/auth/options': { data: SignInOptions },
  'POST /api/auth/register': { body: RegisterRequest, data: Registered },
  'POST /api/auth/login': { body: LoginRequest, data: SignedIn },
  'POST /api/auth/oauth/:provider': { body: OAuthRequest, data: OAuthStarted },
  'POST /api/auth/passkeys/options': { data: PasskeyOptions },
  'POST /api/auth/passkeys/login': { body: PasskeyLogin, data: SignedIn },
  'POST /api/auth/proof': { body: ProofRequest, data: Proven },
  'POST /api/auth/reset-mail': { body: ResetMailRequest, data: Done },
  'POST /api/auth/reset': { body: ResetRequest, data: Done },
  'POST /api/auth/confirm-email': { body: ConfirmRequest, data: Done },
  'GET /api/profile': { data: Profile },
  'PATCH /api/profile': { body: ProfileChange, data: SignedIn },
  'DELETE /api/profile': { body: DeletionRequest, data: Done },
  'GET /api/profile/deletion': { data: Deletion },
  'GET /api/profile/export': { data: AccountExport },
  'POST /api/profile/email': { body: EmailChange, data: EmailChanged },
  'POST /api/profile/password': { body: PasswordChange, data: Done },
  'GET /api/profile/sessions': { data: SessionList },
  'DELETE /api/profile/sessions': { data: Done },
  'DELETE /api/profile/sessions/:id': { data: Done },
  'GET /api/profile/methods': { data: MethodList },
  'PATCH /api/profile/methods/:id': { body: MethodChange, data: Done },
  'DELETE /api/profile/methods/:id': { data: Done },
  'POST /api/profile/passkeys/options': { data: NewPasskeyOptions },
  'POST /api/profile/passkeys': { body: PasskeyRegistration, data: Done },
  'GET /api/profile/tokens': { data: TokenList },
  'POST /api/profile/tokens': { body: TokenRequest, data: MadeToken },
  'DELETE /api/profile/tokens/:id': { data: Done },
  'GET /api/profile/events': { data: EventList },
  'GET /api/people': { data: People },
  'PATCH /api/people/:id': { body: PersonChange, data: Done },
  'DELETE /api/people/:id': { data: Done },
  'POST /api/people/:id/reset-link': { data: MadeLink },
  'GET /api/people/invites': { data: InviteList },
  'POST /api/people/invites': { body: InviteRequest, data: MadeLink },
  'DELETE /api/people/invites/:id': { data: Done },
  'GET /api/publications': { data: PublicationList },
  'DELETE /api/publications': { data: Done },
  'GET /api/outputs': { data: OutputList },
  'POST /api/outputs': { body: NewOutput, data: HostedOutput },
  'GET /api/outputs/:output': { data: HostedOutput },
  'PATCH /api/outputs/:output': { body: OutputChange, data: HostedOutput },
  'DELETE /api/outputs/:output': { data: Done },
  'POST /api/outputs/:output/refresh': { data: OutputRefresh },
  'POST /api/outputs/:output/preview': { body: PreviewRequest, data: Converted },
  'GET /api/outputs/:output/record': { data: OutputRecord },
  'GET /api/outputs/:output/versions': { data: VersionList },
  'GET /api/outputs/:output/versions/:number': { data: VersionText },
  'POST /api/outputs/:output/versions/:number/restore': { data: HostedOutput },
  /** Ends what a restore did: it is made of its sources again. */
  'POST /api/outputs/:output/follow': { data: HostedOutput },
  'POST /api/outputs/:output/addresses': { body: NewAddress, data: HostedOutput },
  'GET /api/outputs/:output/addresses/:address': { data: AddressUrl },
  'PATCH /api/outputs/:output/addresses/:address': { body: AddressChange, data: HostedOutput },
  'DELETE /api/outputs/:output/addresses/:address': { data: HostedOutput },
  'POST /api/outputs/:output/addresses/:address/rotate': { body: Rotation, data: HostedOutput },
} as const satisfies Partial<Record<EndpointName, Endpoint>>

export type ApiName = keyof typeof API

/** What an endpoint of the API answers, without its envelope. */
export type DataOf<Name extends ApiName> = z.infer<(typeof API)[Name]['data']>

/** What an endpoint of the API is sent. */
export type BodyOf<Name extends ApiName> = (typeof API)[Name] extends { body: infer Body extends z.ZodType }
  ? z.input<Body>
  : undefined

/** Endpoints that keep a shape of their own: the answer is `data`, without an envelope. */
export const OWN_SHAPES = {
  'GET /_build': { data: Build },
  'GET /api/_auth/session': { data: SessionAnswer },
  'DELETE /api/_auth/session': { data: Nothing },
  'GET /api/_nuxt_icon/:file': { data: IconSet },
  'GET /healthz': { data: Health },
  'GET /readyz': { data: Health },
} as const satisfies Partial<Record<EndpointName, Endpoint>>

export type OwnShapeName = keyof typeof OWN_SHAPES

/** What an endpoint with a shape of its own answers. */
export type OwnShapeOf<Name extends OwnShapeName> = z.infer<(typeof OWN_SHAPES)[Name]['data']>

/** The parts of an address that an endpoint leaves open: `file` of `/api/_nuxt_icon/:file`. */
export type ParamOf<Name extends string> = Name extends `${string}/:${infer Param}/${infer Rest}`
  ? Param | ParamOf<`/${Rest}`>
  : Name extends `${string}/:${infer Param}`
    ? Param
    : never
