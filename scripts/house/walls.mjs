// Rooms, and what each may import, as rules of dependency-cruiser. The tables stand in `.dependency-cruiser.mjs`.
import { existsSync, readdirSync, readFileSync } from 'node:fs'

/**
 * @typedef {object} Room
 * @property {string} is what it is for, as the end of a sentence
 * @property {readonly string[]} takes rooms of its house, single files of them, and doors of packages
 * @property {readonly string[]} [types] those of which it takes types alone
 */

/**
 * A folder with rooms: files (`index.ts`), folders (`text`), one for each name (`features/*`, `protocols/*.ts`), and `.` for
 * the files that stand in it directly. A room of a longer name is no part of the shorter one.
 * @typedef {object} House
 * @property {string} at
 * @property {Readonly<Record<string, Room>>} rooms
 * @property {readonly string[]} [outside] the only npm packages it takes; then nothing of Node either
 * @property {true} [isPure] takes nothing of Node: no files, no network
 */

/** @typedef {import('dependency-cruiser').IForbiddenRuleType} Rule */

const OURS = '^(?:packages|apps|scripts|e2e)/'
const NOT_OURS = '^(?!(?:packages|apps|scripts|e2e)/)'
const TESTS = '[.]test[.]tsx?$'
const TYPES = /** @type {const} */ (['type-only'])

/**
 * The files by which packages and apps are entered, by the name that an import says.
 * @type {ReadonlyMap<string, string>}
 */
export const DOORS = new Map(['packages', 'apps'].flatMap((folder) => readdirSync(folder).flatMap(doorsIn(folder))))

/**
 * Doors other than the front one: they load no engine, no schema, no reader of addresses.
 * @param {...string} packages
 */
export function sideDoors(...packages) {
  return [...DOORS.keys()].filter((door) => packages.some((name) => door.startsWith(`@switchyard/${name}/`)))
}

/** Every package by its front door. */
export const FRONT_DOORS = [...DOORS.keys()].filter((door) => door.split('/').length === 2)

/**
 * One rule for each room, and those of the whole house.
 * @param {House} house
 * @returns {Rule[]}
 */
export function wallsOf({ at, rooms, outside, isPure }) {
  const names = Object.keys(rooms)
  return [
    ...Object.entries(rooms).flatMap(([name, room]) => rulesOf(name, room)),
    {
      name: `${at}: every room has a line`,
      comment: 'This folder is no room yet: say in .dependency-cruiser.mjs what it is for and what it takes.',
      severity: 'error',
      from: { path: `^${escaped(at)}/`, pathNot: [TESTS, ...names.map((name) => insideOf(name))] },
      to: {},
    },
    ...outsideRules(),
  ]

  /**
   * @param {string} name
   * @param {Room} room
   * @returns {Rule[]}
   */
  function rulesOf(name, { is, takes, types = [] }) {
    const from = { path: insideOf(name), pathNot: TESTS }
    const taken = [ownOf(name), ...takes.map(pathOf)]
    const comment = [
      `${name} ${is}. It takes ${takes.join(', ') || 'nothing of ours'}${types.length > 0 ? `; types of ${types.join(', ')}` : ''}.`,
      'Hand in what it needs, or put the code into a room that may take it.',
    ].join(' ')
    const rule = { name: `${at}: ${name}`, comment, severity: /** @type {const} */ ('error'), from }
    return [
      { ...rule, to: { path: OURS, pathNot: [...taken, ...types.map(pathOf)] } },
      { ...rule, to: { path: OURS, pathNot: taken, dependencyTypesNot: [...TYPES] } },
    ]
  }

  /** @returns {Rule[]} */
  function outsideRules() {
    const rule = {
      name: `${at}: what comes from outside`,
      comment: `It takes ${outside?.join(', ') || (outside ? 'no npm package' : 'any npm package')}, and nothing of Node: what it needs of files, network and clock is handed in.`,
      severity: /** @type {const} */ ('error'),
      from: { path: `^${escaped(at)}/`, pathNot: TESTS },
    }
    const known = outside?.map((name) => `(?:^|/)node_modules/${escaped(name)}/`)
    if (known) return [{ ...rule, to: { path: NOT_OURS, pathNot: known, dependencyTypesNot: [...TYPES] } }]
    return isPure ? [{ ...rule, to: { dependencyTypes: ['core'] } }] : []
  }

  /** The files of a room, without those of rooms in it. @param {string} name */
  function insideOf(name) {
    const inner = names.filter((other) => other !== name && new RegExp(plain(name)).test(sampleOf(other)))
    const without = inner.map((other) => plain(other).replaceAll('([^/.]+)', '[^/.]+'))
    return without.length === 0
      ? plain(name)
      : `^(?!${without.map((path) => path.slice(1)).join('|')})${plain(name).slice(1)}`
  }

  /** The files of the room that the importing file stands in: `$1` is the name that `*` stands for. @param {string} name */
  function ownOf(name) {
    return name.includes('*') ? plain(name).replace('([^/.]+)', '$1') : insideOf(name)
  }

  /** @param {string} name of a room, of one file in it, or of a door */
  function pathOf(name) {
    if (rooms[name]) return insideOf(name).replace('([^/.]+)', '[^/.]+')
    if (existsSync(`${at}/${name}`)) return plain(name)
    const door = DOORS.get(name)
    if (door === undefined) throw new Error(`${at}: there is no room, no file and no door ${name}`)
    return `^${escaped(door)}$`
  }

  /** @param {string} name */
  function plain(name) {
    const start = `^${escaped(at)}/`
    if (name === '.') return `${start}[^/]+$`
    const path = start + escaped(name).replace('*', '([^/.]+)')
    // What stands beside a file has its name: `vless.ts`, `vless.form.ts`.
    if (name.endsWith('*.ts')) return path.replace(/ts$/, '')
    return /\.\w+$/.test(name) ? `${path}$` : `${path}/`
  }

  /** A file of a room. @param {string} name */
  function sampleOf(name) {
    const path = `${at}/${name === '.' ? 'a.ts' : name.replace('*', 'a')}`
    return /\.\w+$/.test(path) ? path : `${path}/a.ts`
  }
}

/** @param {string} path */
function escaped(path) {
  return path.replaceAll('.', '[.]')
}

/** @param {string} folder */
function doorsIn(folder) {
  return (/** @type {string} */ name) => {
    const manifest = JSON.parse(readFileSync(`${folder}/${name}/package.json`, 'utf8'))
    return Object.entries(/** @type {Record<string, string>} */ (manifest.exports ?? {})).map(
      ([door, file]) =>
        /** @type {const} */ ([`@switchyard/${name}${door.slice(1)}`, `${folder}/${name}/${file.replace('./', '')}`]),
    )
  }
}
