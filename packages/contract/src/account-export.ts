import { z } from 'zod'
import { EventList, InviteList, MethodList, SessionList, SessionUser, TokenList } from './accounts.ts'
import { HostedOutput, OutputAddress, OutputRecord, PublicationList, VersionList } from './hosted-outputs.ts'
import { SubscriptionItem } from './subscriptions.ts'

/** Milliseconds since 1970. */
const Time = z.int().nonnegative()

/** An address with the URL that it answers at. */
const OwnAddress = z.strictObject({ ...OutputAddress.shape, url: z.string() })

/** All that an account holds, in clear, for its person: what the pages show and what they show on request. */
export const AccountExport = z.strictObject({
  switchyard: z.literal('account'),
  version: z.literal(1),
  at: Time,
  user: SessionUser,
  createdAt: Time,
  methods: MethodList,
  sessions: z.array(SessionList.element.omit({ current: true })),
  /** Without what opens a door: that is kept nowhere. */
  tokens: TokenList,
  invites: InviteList,
  events: EventList,
  subscriptions: z.array(
    z.strictObject({
      ...SubscriptionItem.shape,
      body: z.string(),
      /** The last good text, and an answer that waits. */
      text: z.string().optional(),
      heldText: z.string().optional(),
    }),
  ),
  outputs: z.array(
    z.strictObject({
      ...HostedOutput.shape,
      addresses: z.array(OwnAddress),
      versions: VersionList.shape.versions,
      record: OutputRecord,
    }),
  ),
  publications: PublicationList.shape.publications,
})
