/** What the server answers: the schema of every answer, for the server and for who asks it. */
import type { z } from 'zod'
import { ACCOUNT_EXPORT } from './account-export.ts'
import { CONVERT } from './convert.ts'
import type { Slice } from './endpoint.ts'
import { OUTPUTS } from './outputs.ts'
import { PASSKEYS } from './passkeys.ts'
import { PEOPLE } from './people.ts'
import { PROFILE } from './profile.ts'
import { PUBLICATIONS } from './publications.ts'
import { RELAY } from './relay.ts'
import { SERVER } from './server.ts'
import { SESSION } from './session.ts'
import { SIGN_IN } from './sign-in.ts'
import { SUBSCRIPTIONS } from './subscriptions.ts'

/** Endpoints of our own API: the answer is `data` in the envelope. */
export const API = {
  ...CONVERT,
  ...RELAY,
  ...SUBSCRIPTIONS,
  ...SIGN_IN,
  ...PASSKEYS,
  ...PROFILE,
  ...ACCOUNT_EXPORT,
  ...PEOPLE,
  ...PUBLICATIONS,
  ...OUTPUTS,
} as const satisfies Slice

export type ApiName = keyof typeof API

/** What an endpoint of the API answers, without its envelope. */
export type DataOf<Name extends ApiName> = z.infer<(typeof API)[Name]['data']>

/** What an endpoint of the API is sent. */
export type BodyOf<Name extends ApiName> = (typeof API)[Name] extends { body: infer Body extends z.ZodType }
  ? z.input<Body>
  : undefined

/** Endpoints that keep a shape of their own: the answer is `data`, without an envelope. */
export const OWN_SHAPES = { ...SERVER, ...SESSION } as const satisfies Slice

export type OwnShapeName = keyof typeof OWN_SHAPES

/** What an endpoint with a shape of its own answers. */
export type OwnShapeOf<Name extends OwnShapeName> = z.infer<(typeof OWN_SHAPES)[Name]['data']>

export { API_ERRORS } from './api-errors.ts'
export type { ApiError } from './api-errors.ts'
export { ConvertRequest, RecipeRequest } from './convert.ts'
export type { ConvertReport } from './convert.ts'
export type { Endpoint, EndpointName, ParamOf, PathOf } from './endpoint.ts'
export { envelopeOf, Failure, SUCCESS } from './envelope.ts'
export type { Envelope, FailureData } from './envelope.ts'
export { AddressChange, NewAddress, NewOutput, OutputChange, PreviewRequest, Rotation } from './outputs.ts'
export type {
  HostedOutput, OutputAddress, OutputRecord, OutputSummary, OutputVersion, RenderFailure, VersionCause, VersionChanges,
} from './outputs.ts' // oxfmt-ignore
export { PASSKEY_TRANSPORTS, PasskeyLogin, PasskeyRegistration } from './passkeys.ts'
export { InviteRequest, PersonChange } from './people.ts'
export {
  API_SCOPES,
  DeletionRequest,
  EmailChange,
  MethodChange,
  PasswordChange,
  ProfileChange,
  SECURITY_EVENTS,
  TokenRequest,
} from './profile.ts'
export type { ApiScope, SecurityEvent } from './profile.ts'
export type { Publication, PublicationResult } from './publications.ts'
export { RelayRequest } from './relay.ts'
export {
  ConfirmRequest,
  LoginRequest,
  OAUTH_PROVIDERS,
  OAuthRequest,
  ProofRequest,
  RegisterRequest,
  ResetMailRequest,
  ResetRequest,
} from './sign-in.ts'
export type { OAuthProvider } from './sign-in.ts'
export { ItemChange, ItemOrder, NewItem, SentText } from './subscriptions.ts'
export type { SubscriptionItem } from './subscriptions.ts'
