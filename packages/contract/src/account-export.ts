import { z } from 'zod'
import type { Slice } from './endpoint.ts'
import { Time } from './fields.ts'
import { HostedOutput, OutputAddress, OutputRecord, VersionList } from './outputs.ts'
import { InviteList } from './people.ts'
import { EventList, MethodList, SessionList, TokenList } from './profile.ts'
import { PublicationList } from './publications.ts'
import { SubscriptionItem } from './subscriptions.ts'
import { SessionUser } from './user.ts'

/** An address with the URL that it answers at. */
const OwnAddress = z.strictObject({ ...OutputAddress.shape, url: z.string() })

/** All that an account holds, in clear, for its person: what the pages show and what they show on request. */
const AccountExport = z.strictObject({
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

export const ACCOUNT_EXPORT = {
  'GET /api/profile/export': { data: AccountExport },
} as const satisfies Slice
