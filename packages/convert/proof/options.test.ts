import { expect } from 'vitest'
import { engineTest } from './engine-test.ts'
import { proveOptions } from './options.ts'

/** `npm run fuzz` takes 2,000, and asks mihomo too where one is at hand. */
const COUNT = 200
const SEED = 1

engineTest(
  ['sing-box', 'xray', 'meta-json-schema'],
  `every file of ${COUNT} combinations of options and inputs passes the check of its client`,
  async (paths) => {
    const { 'sing-box': singbox, 'meta-json-schema': schema, xray } = paths
    const proof = await proveOptions(COUNT, SEED, { singbox, schema, xray })
    expect(proof.complaints).toEqual([])
    // Most of them are written, for every client.
    for (const client of ['mihomo', 'clash', 'singbox', 'xray', 'links', 'base64'])
      expect(proof.written[client], client).toBeGreaterThan(5)
  },
  300_000,
)
