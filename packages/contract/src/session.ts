import { z } from 'zod'
import type { Slice } from './endpoint.ts'
import { Nothing } from './server.ts'
import { SessionUser } from './user.ts'

/** Who is signed in; nobody when there is no user. */
const Session = z.strictObject({ user: SessionUser.optional() })
export type Session = z.infer<typeof Session>

/** Who is signed in, and the way out. These keep a shape of their own. */
export const SESSION = {
  'GET /api/_auth/session': { data: Session },
  'DELETE /api/_auth/session': { data: Nothing },
} as const satisfies Slice
