/** What the server answers: the schema of every answer, for the server and for who asks it. */
export {
  API_SCOPES,
  ConfirmRequest,
  DeletionRequest,
  EmailChange,
  InviteRequest,
  LoginRequest,
  MethodChange,
  OAUTH_PROVIDERS,
  OAuthRequest,
  PASSKEY_TRANSPORTS,
  PasskeyLogin,
  PasskeyRegistration,
  PasswordChange,
  PersonChange,
  ProfileChange,
  ProofRequest,
  RegisterRequest,
  ResetMailRequest,
  ResetRequest,
  SECURITY_EVENTS,
  TokenRequest,
} from './accounts.ts'
export type { ApiScope, OAuthProvider, SecurityEvent } from './accounts.ts'
export { API_ERRORS } from './api-errors.ts'
export type { ApiError } from './api-errors.ts'
export { ConvertRequest, RecipeRequest } from './convert.ts'
export type { ConvertReport } from './convert.ts'
export { AddressChange, NewAddress, NewOutput, OutputChange, PreviewRequest, Rotation } from './hosted-outputs.ts'
export type {
  HostedOutput, OutputAddress, OutputRecord, OutputSummary, OutputVersion, Publication, PublicationResult, RenderFailure,
  VersionCause,
  VersionChanges,
} from './hosted-outputs.ts' // oxfmt-ignore
export { ItemChange, ItemOrder, NewItem, RelayRequest, SentText } from './subscriptions.ts'
export type { SubscriptionItem } from './subscriptions.ts'
export { API, OWN_SHAPES } from './endpoints.ts'
export type { ApiName, BodyOf, DataOf, Endpoint, EndpointName, OwnShapeName, OwnShapeOf, ParamOf } from './endpoints.ts'
export { envelopeOf, Failure, SUCCESS } from './envelope.ts'
export type { Envelope, FailureData } from './envelope.ts'
