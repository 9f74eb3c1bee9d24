import { describe, expect, test } from 'vitest'
import { runNow } from '../grid/slices.ts'
import { NO_CHOICES, readChoices, shownColumns, widthsOf, withLineWidth, type ColumnId } from '../columns/columns.ts'
import { OWN_COLUMN_IDS } from '../columns/own-columns.ts'
import { parseFilter } from '../filter/filter-query.ts'
import { applyMove, dropMove, moveToEnd, moveToPlace, stepMove } from '../drag/ordering.ts'
import { NOTHING, selectAll, selectOnly, shownOf, selectRange, toggle, withoutGone } from '../grid/selection.ts'
import { nextSort, sortRows, type Sort, type SortColumn } from '../columns/sort-rows.ts'
import type { ListedNode } from '../types.ts'
import { countFacets, findRows, indexRows, nearestShown, rowListOf, viewOf } from '../grid/view.ts'

const row = (id: string, more: Partial<ListedNode> = {}): ListedNode => ({
  id,
  line: '1',
  name: id,
  protocol: 'ss',
  server: 'example.com',
  port: 443,
  source: 'a',
  state: 'kept',
  ...more,
})

const list = (ids: string) => rowListOf(ids.split('').map((id) => row(id)))

describe('selection', () => {
  const shown = list('abcdef')

  test('a click selects one row, a click with Ctrl one more', () => {
    const one = selectOnly('b')
    expect([...toggle(one, 'd').ids]).toEqual(['b', 'd'])
    expect([...toggle(one, 'b').ids]).toEqual([])
  })

  test.each([
    ['b', 'd', 'bcd'],
    ['d', 'b', 'bcd'],
    ['gone', 'c', 'c'],
    ['a', 'gone', 'a'],
  ])('a range from %s to %s is %s', (anchor, to, ids) => {
    expect([...selectRange(selectOnly(anchor), shown, to, false).ids].sort().join('')).toBe(ids)
  })

  test('a range shrinks again while its anchor stays', () => {
    const wide = selectRange(selectOnly('a'), shown, 'e', false)
    expect([...selectRange(wide, shown, 'b', false).ids].join('')).toBe('ab')
  })

  test('a range keeps what was selected when asked to', () => {
    const both = toggle(selectOnly('a'), 'c')
    expect([...selectRange(both, shown, 'e', true).ids].sort().join('')).toBe('acde')
  })

  test('all means the rows shown', () => {
    expect(selectAll(shown).ids.size).toBe(6)
    expect(selectAll(list('')).ids.size).toBe(0)
  })

  test('what is done to the selected rows is done to those that are shown', () => {
    const selection = { ids: new Set(['a', 'b', 'c']), anchor: 'a' }
    expect(shownOf(selection, list('cb'))).toEqual(['b', 'c'])
    expect(shownOf(selection, list(''))).toEqual([])
  })

  test('rows that are gone leave the selection, and nothing else changes it', () => {
    const some = toggle(selectOnly('a'), 'b')
    expect([...withoutGone(some, (id) => id !== 'b').ids]).toEqual(['a'])
    expect(withoutGone(some, () => true)).toBe(some)
    expect(withoutGone(NOTHING, () => false)).toBe(NOTHING)
  })
})

test('a row is found in a list however often one asks', () => {
  const long = rowListOf(Array.from({ length: 100 }, (_, at) => row(`r${at}`)))
  for (let at = 0; at < 100; at++) expect(long.indexOf(`r${at}`)).toBe(at)
  expect(long.indexOf('nobody')).toBe(-1)
})

describe('columns', () => {
  test.each([
    [undefined, NO_CHOICES],
    ['text', NO_CHOICES],
    [
      { shown: { server: true, select: false, nothing: true, source: 'yes' } },
      { ...NO_CHOICES, shown: { server: true } },
    ],
    [{ widths: { name: 1, server: 1e9, source: 'x' } }, { ...NO_CHOICES, widths: { name: 120, server: 800 } }],
    [{ pinned: ['name', 'menu', 'name', 7] }, { ...NO_CHOICES, pinned: ['name'] }],
  ])('what was kept is read with care: %j', (kept, choices) => {
    expect(readChoices(kept)).toEqual(choices)
  })

  test('a narrow grid shows what matters most', () => {
    const shown = (width: number) => shownColumns(width, NO_CHOICES, new Set(OWN_COLUMN_IDS)).map(({ id }) => id)
    expect(shown(380)).toEqual(['select', 'name', 'menu'])
    expect(shown(481)).toEqual(['select', 'index', 'name', 'state', 'menu'])
    expect(shown(600)).toEqual(['select', 'index', 'region', 'name', 'state', 'menu'])
    // Wide enough for one line.
    expect(shown(1200)).toEqual([
      'select',
      'index',
      'region',
      'name',
      'protocol',
      'server',
      'transport',
      'source',
      'state',
      'menu',
    ])
    expect(shown(2000)).not.toContain('secret')
  })

  test('the columns that a grid shows by itself fit it, and no name is cut for a column that could be narrower', () => {
    for (let width = 360; width <= 2000; width += 4) {
      const shown = shownColumns(width, NO_CHOICES, new Set<ColumnId>(['source', ...OWN_COLUMN_IDS]))
      const widths = widthsOf(shown, width, NO_CHOICES)
      const all = shown.reduce((sum, { id }) => sum + widths[id], 0)
      expect(all, `${width}`).toBeLessThanOrEqual(width - 17)
      const grown = shown.filter(({ id, min }) => id !== 'name' && widths[id] > min)
      if (grown.length > 0) expect(widths.name, `${width}`).toBe(320)
    }
  })

  test('with the columns about checks they fit it as well, and the name has room', () => {
    for (let width = 560; width <= 2000; width += 4) {
      const shown = shownColumns(width, NO_CHOICES, new Set<ColumnId>(['source', 'state', 'secret']))
      const widths = widthsOf(shown, width, NO_CHOICES)
      expect(
        shown.reduce((sum, { id }) => sum + widths[id], 0),
        `${width}`,
      ).toBeLessThanOrEqual(width - 17)
      expect(shown.some(({ id }) => id === 'reach')).toBe(true)
    }
  })

  test.each([
    [{}, 2, 44],
    [{}, 4, 55],
    [{}, 6, 71],
    [{ index: 80 }, 6, 80],
  ])('with the widths %j and line numbers of %i digits their column has %i pixels', (widths, digits, px) => {
    expect(withLineWidth({ ...NO_CHOICES, widths }, digits).widths.index).toBe(px)
  })

  test('a width that a person chose stays, wherever the others go', () => {
    const choices = readChoices({ widths: { region: 300 } })
    expect(widthsOf(shownColumns(712, choices, new Set(OWN_COLUMN_IDS)), 712, choices).region).toBe(300)
  })
})

describe('order', () => {
  const order = 'abcdefg'

  test.each([
    // shown, moving, step, result
    ['abcdefg', 'c', 1, 'abdcefg'],
    ['abcdefg', 'c', -1, 'acbdefg'],
    ['abcdefg', 'a', -1, undefined],
    ['abcdefg', 'g', 1, undefined],
    ['abcdefg', 'bc', 1, 'adbcefg'],
    ['abcdefg', 'bd', 1, 'acebdfg'],
    ['abcdefg', 'fg', 1, undefined],
    ['abcdefg', 'eg', 1, 'abcdfeg'],
    ['abcdefg', 'ac', -1, 'acbdefg'],
    // with a filter on, past the next row shown
    ['aceg', 'c', 1, 'abdecfg'],
    ['aceg', 'e', -1, 'abecdfg'],
    ['aceg', 'e', 1, 'abcdfge'],
  ] as const)('of %s, %s by %i', (shown, moving, step, result) => {
    const move = stepMove(list(shown), list(order), new Set(moving), step)
    expect(move && applyMove(order.split(''), move).join('')).toBe(result)
  })

  test.each([
    ['abcdefg', 'b', 0, 'bacdefg'],
    ['abcdefg', 'b', 1, undefined],
    ['abcdefg', 'b', 2, undefined],
    ['abcdefg', 'b', 7, 'acdefgb'],
    ['abcdefg', 'bd', 3, 'acbdefg'],
    ['abcdefg', 'ef', 1, 'aefbcdg'],
    ['ace', 'a', 3, 'bcdeafg'],
  ] as const)('of %s, %s dropped at %i', (shown, moving, index, result) => {
    const move = dropMove(list(shown), list(order), new Set(moving), index)
    expect(move && applyMove(order.split(''), move).join('')).toBe(result)
  })

  test.each([
    ['c', 1, 'cabdefg'],
    ['c', 3, 'abcdefg'],
    ['c', 99, 'abdefgc'],
    ['ab', 3, 'cdabefg'],
  ])('%s to place %i', (moving, place, result) => {
    const move = moveToPlace(list(order), list(order), new Set(moving), place)
    expect(applyMove(order.split(''), move).join('')).toBe(result)
  })

  test('top and bottom are those of everything', () => {
    expect(applyMove(order.split(''), moveToEnd(list(order), new Set('ec'), 'top')).join('')).toBe('ceabdfg')
    expect(applyMove(order.split(''), moveToEnd(list(order), new Set('ca'), 'bottom')).join('')).toBe('bdefgac')
  })

  test('ids that are not there change nothing', () => {
    expect(applyMove(['a', 'b'], { ids: ['x'], before: 'y' })).toEqual(['a', 'b'])
  })
})

describe('the sorted view', () => {
  const rows = [
    row('3', { name: 'HK 10', region: 'HK', port: 1 }),
    row('1', { name: 'hk 2', server: 'b.example.com', state: 'refused' }),
    row('2', { name: '香港', region: 'JP', protocol: 'vless' }),
    row('4', { name: 'HK 10', region: 'AU', state: 'disabled' }),
  ]

  test.each([
    ['name', false, '1342'],
    ['name', true, '2341'],
    ['region', false, '4321'],
    ['region', true, '2341'],
    ['state', false, '1432'],
  ] as const)('by %s, descending %s', (column, descending, ids) => {
    const sorted = runNow(sortRows(rows, { column, descending }, 'en'))
    if (column === 'state') expect(sorted[0]!.id).toBe('1')
    else expect(sorted.map(({ id }) => id).join('')).toBe(ids)
  })

  test('any number of rows, as the language sorts them', () => {
    for (const size of [0, 1, 2, 3, 1000, 1025]) {
      const many = Array.from({ length: size }, (_, at) => row(String(at), { name: `n${(at * 7919) % size}` }))
      const sorted = runNow(sortRows(many, { column: 'name', descending: false }, 'en'))
      const collator = new Intl.Collator('en', { numeric: true })
      expect(sorted).toEqual(many.toSorted((a, b) => collator.compare(a.name, b.name)))
    }
  })

  test('a header goes up, down and back', () => {
    const column: SortColumn = 'name'
    const up = nextSort(null, column)
    const down = nextSort(up, column)
    expect([up, down, nextSort(down, column)]).toEqual([
      { column, descending: false },
      { column, descending: true },
      null,
    ])
    expect(nextSort(down, 'server')).toEqual({ column: 'server', descending: false })
  })
})

describe('what is shown', () => {
  const rows = [
    row('a', { region: 'JP' }),
    row('b'),
    row('a2', { state: 'duplicate', duplicateOf: 'a', source: 'other' }),
    row('a3', { state: 'duplicate', duplicateOf: 'a', differs: true }),
  ]
  const index = runNow(indexRows(rows))
  const shown = (test: (row: ListedNode) => boolean) =>
    viewOf(runNow(findRows({ index, terms: [], test, sort: null, locale: 'en' })).rows, index, false).rows.map(
      ({ id }) => id,
    )

  test('what repeats another row is a row of its own, in its own place', () => {
    expect(shown(() => true)).toEqual(['a', 'b', 'a2', 'a3'])
    expect(shown(({ source }) => source === 'other')).toEqual(['a2'])
  })

  test('facets count the rows that they show, and a repeat is no node more', () => {
    expect(index.protocols).toEqual([{ value: 'ss', count: 4 }])
    expect(index.regions).toEqual([{ value: 'JP', count: 1 }])
    expect(index.nodes).toBe(2)
    expect(index.listed).toBe(4)
  })

  test('facets of the deleted rows count them, and those of all rows do not', () => {
    const gone = [row('a', { region: 'JP' }), row('b', { region: 'US', state: 'deleted' })]
    expect(runNow(countFacets(gone)).regions).toEqual([{ value: 'JP', count: 1 }])
    const facets = runNow(countFacets(gone, ({ state }) => state === 'deleted'))
    expect(facets).toMatchObject({ listed: 1, regions: [{ value: 'US', count: 1 }] })
  })

  test('facets of one state count its rows alone', () => {
    const facets = runNow(countFacets(rows, ({ state }) => state === 'duplicate'))
    expect(facets).toMatchObject({ listed: 2, regions: [], issues: 1 })
    expect(facets.sources.map(({ value }) => value)).toContain('other')
  })

  test('while a word is typed on, only what was found before is searched', () => {
    const search = (text: string, sort: Sort | null = null) => {
      const looked: string[] = []
      const test = ({ id }: ListedNode) => looked.push(id) > 0 && id.startsWith(text)
      return { looked, search: { index, terms: parseFilter(text), test, sort, locale: 'en' } }
    }
    const before = runNow(findRows(search('a').search))
    const [typedOn, other, sorted] = [search('a2'), search('b'), search('a2', { column: 'name', descending: false })]
    expect(runNow(findRows(typedOn.search, before)).rows.map(({ id }) => id)).toEqual(['a2'])
    expect(typedOn.looked).toEqual(['a', 'a2', 'a3'])
    runNow(findRows(other.search, before))
    expect(other.looked).toEqual(['a', 'b', 'a2', 'a3'])
    runNow(findRows(typedOn.search, runNow(findRows(sorted.search))))
    expect(typedOn.looked.length).toBe(3 + 4)
  })

  test('of 16,000 equal rows each is looked at a few times', () => {
    let looks = 0
    const equal = (id: string): ListedNode => ({
      ...row(id, { duplicateOf: 'r0' }),
      get state() {
        looks++
        return id === 'r0' ? ('kept' as const) : ('duplicate' as const)
      },
    })
    const many = Array.from({ length: 16_000 }, (_, at) => equal(`r${at}`))
    const search = { index: runNow(indexRows(many)), terms: [], test: () => true, sort: null, locale: 'en' }
    expect(viewOf(runNow(findRows(search)).rows, search.index, false).count).toBe(16_000)
    expect(looks).toBeLessThan(10 * 16_000)
  })

  test('a row that changed since it was found is shown as it is now', () => {
    const renamed = runNow(indexRows(rows.map((each) => (each.id === 'b' ? { ...each, name: 'new' } : each))))
    expect(viewOf(rows.slice(0, 2), renamed, false, true).rows[1]!.name).toBe('new')
  })

  test.each([
    ['abcdef', 2, 'abdef', 'd'],
    ['abcdef', 5, 'abc', 'c'],
    ['abcdef', 2, 'c', 'c'],
    ['abcdef', 2, '', null],
    ['abcdef', 2, 'xyz', 'z'],
    ['', 0, 'xy', 'x'],
  ])('of %s, place %i: when only %s is left the focus goes to %s', (before, place, now, id) => {
    expect(nearestShown(list(before), place, list(now))).toBe(id)
  })
})
