import { SINGBOX_VERSIONS } from '../src/model/singbox-version.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  type Outcome,
  checkInFiles,
  checkInFilesOfMihomo,
  checkInFilesOfXray,
  checkLists,
  complaintsOfSchema,
  convertEach,
  refusedButAccepted,
  reportComplaints,
  reportStricter,
} from './acceptance.ts'
import { engineTest } from './engine-test.ts'
import { generateNodes } from './generate-nodes.ts'

/** `npm run fuzz` takes all 3,000. */
const COUNT = 300
const SEED = 1

const nodes = generateNodes(SEED, COUNT)
let singbox: Outcome[] = []
let mihomo: Outcome[] = []
let xray: Outcome[] = []

beforeAll(() => {
  singbox = convertEach(nodes, { to: 'singbox' })
  mihomo = convertEach(nodes, { to: 'mihomo' })
  xray = convertEach(nodes, { to: 'xray', xray: { version: '26.3' } })
})

describe(`${COUNT} nodes with legal, borderline and illegal values`, () => {
  test('the same seed gives the same nodes', () => {
    expect(generateNodes(SEED, COUNT)).toEqual(nodes)
    expect(generateNodes(SEED + 1, COUNT)).not.toEqual(nodes)
  })

  test('the engine throws on none of them, and most are written', () => {
    expect([...singbox, ...mihomo, ...xray].filter(({ thrown }) => thrown !== undefined)).toEqual([])
    expect(singbox.filter(({ written }) => written !== undefined).length).toBeGreaterThan(COUNT * 0.5)
    expect(mihomo.filter(({ written }) => written !== undefined).length).toBeGreaterThan(COUNT * 0.6)
    // Xray has fewer protocols.
    expect(xray.filter(({ written }) => written !== undefined).length).toBeGreaterThan(COUNT * 0.35)
  })

  engineTest(
    ['sing-box'],
    'in lists of 100 that are written for sing-box, each passes its check',
    async ({ 'sing-box': path }) => {
      expect(reportComplaints(await checkLists(path, singbox))).toEqual([])
    },
  )

  for (const version of SINGBOX_VERSIONS) {
    engineTest(
      ['sing-box'],
      `in files of 100 for ${version}, sing-box checks them and starts with them`,
      async ({ 'sing-box': path }) => {
        const outcomes =
          version === 'compatible' ? singbox : convertEach(nodes, { to: 'singbox', singbox: { version } })
        expect(reportComplaints(await checkInFiles(path, outcomes, version))).toEqual([])
      },
    )
  }

  for (const [name, version] of [
    ['sing-box-1.12', '1.12'],
    ['sing-box-1.13', '1.13'],
  ] as const) {
    engineTest([name], `in files of 100, a sing-box ${version} checks them and starts with them`, async (paths) => {
      const own = convertEach(nodes, { to: 'singbox', singbox: { version } })
      expect(reportComplaints(await checkInFiles(paths[name], own, version))).toEqual([])
      expect(reportComplaints(await checkInFiles(paths[name], singbox, 'compatible'))).toEqual([])
    })
  }

  engineTest(
    ['sing-box'],
    'what is left out is taken by sing-box only where a reason is told',
    async ({ 'sing-box': path }) => {
      expect(reportStricter(await refusedButAccepted(path, singbox))).toEqual([])
    },
  )

  engineTest(['meta-json-schema'], 'each alone that is written for mihomo passes the public schema', (paths) => {
    expect(reportComplaints(complaintsOfSchema(paths['meta-json-schema'], mihomo))).toEqual([])
  })

  engineTest(['xray'], 'in files of 100, Xray tests them and starts with them', async ({ xray: path }) => {
    expect(reportComplaints(await checkInFilesOfXray(path, xray, '26.3'))).toEqual([])
  })

  engineTest(['xray-26.6'], 'in files of 100, Xray 26.6 tests them and starts with them', async (paths) => {
    const own = convertEach(nodes, { to: 'xray' })
    expect(reportComplaints(await checkInFilesOfXray(paths['xray-26.6'], own, '26.6'))).toEqual([])
  })

  engineTest(['mihomo'], 'in files of 100, mihomo tests them and starts with them', async ({ mihomo: path }) => {
    expect(reportComplaints(await checkInFilesOfMihomo(path, mihomo))).toEqual([])
  })
})
