import { readFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { expect, type Page } from '@playwright/test'
import { alive } from './journey.ts'
import type { Served } from './serve.ts'

export const PASSWORD = 'correct horse battery'
export const OWNER = 'owner@example.com'

/** Makes the first account of a server, and signs in who asks: the forms themselves are told in accounts.e2e.ts. */
export async function becomeOwner(
  { request }: Pick<Page, 'request'>,
  server: Served,
  address = server.address,
): Promise<void> {
  const setupCode = readFileSync(`${server.data}/setup-code`, 'utf8').trim()
  const data = { setupCode, email: OWNER, password: PASSWORD, name: '站长' }
  const answer = await request.post(`${address}/api/auth/register`, { data, headers: { origin: address } })
  expect(answer.status()).toBe(200)
}

/** Signs this page's browser in with the password. */
export async function enterAsOwner(page: Page, address: string, password = PASSWORD): Promise<void> {
  const data = { email: OWNER, password }
  const answer = await page.request.post(`${address}/api/auth/login`, { data, headers: { origin: address } })
  expect(answer.status()).toBe(200)
}

/** As if everybody had signed in long ago: a change of an account asks who is there. */
export function forgetProofs({ data }: Served): void {
  const database = new DatabaseSync(`${data}/switchyard.sqlite`)
  database.exec('UPDATE session SET proved_at = 0')
  database.close()
}

/** Opens a page of a server and waits until it is alive. */
export async function openAt(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await alive(page)
}
