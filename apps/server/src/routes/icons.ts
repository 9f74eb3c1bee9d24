import { Hono } from 'hono'
import type { Deps } from '../app.ts'

export function icons(_deps: Deps): Hono {
  return new Hono()
}
