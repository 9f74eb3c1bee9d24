import { runInThisContext } from 'node:vm'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { EARLY_INPUT_SCRIPT, repeatInput, takeEarlyInput } from './early-input.ts'

/** As much of an element as a press, a choice or a drop needs. */
class FakeElement extends EventTarget {
  isConnected = true
  dataset: Record<string, string>
  type: string
  files: readonly string[] = []
  readonly heard: string[] = []
  constructor(type: string, testid?: string) {
    super()
    this.type = type
    this.dataset = testid === undefined ? {} : { testid }
    for (const name of ['change', 'drop'])
      this.addEventListener(name, (event) => {
        const { files = this.files, text = '' } = (event as Event & { dataTransfer?: FakeTransfer }).dataTransfer ?? {}
        this.heard.push([name, ...files, text].join(' ').trim())
      })
  }
  click(): void {
    this.heard.push('click')
  }
  closest(selector: string): FakeElement | null {
    return (selector.includes('button') ? this.type === 'button' : this.type === 'textarea') ? this : null
  }
}

class FakeTransfer {
  files: string[] = []
  text = ''
  items = { add: (file: string) => void this.files.push(file) }
  get types(): string[] {
    return [...(this.files.length > 0 ? ['Files'] : []), ...(this.text === '' ? [] : ['text/plain'])]
  }
  setData(_: string, text: string): void {
    this.text = text
  }
  getData(): string {
    return this.text
  }
}

class FakeDragEvent extends Event {
  readonly dataTransfer: FakeTransfer
  constructor(type: string, { dataTransfer, ...others }: EventInit & { dataTransfer: FakeTransfer }) {
    super(type, others)
    this.dataTransfer = dataTransfer
  }
}

const body = new FakeElement('body')
let drawn: FakeElement | undefined
let hearing: Map<string, (event: object) => void>
let dataset: Record<string, string>

beforeEach(() => {
  hearing = new Map()
  dataset = {}
  body.heard.length = 0
  drawn = undefined
  vi.stubGlobal('window', globalThis)
  vi.stubGlobal('addEventListener', (type: string, hear: (event: object) => void) => hearing.set(type, hear))
  vi.stubGlobal('document', {
    documentElement: { dataset },
    body,
    querySelector: (selector: string) => (selector === `[data-testid="${drawn?.dataset.testid}"]` ? drawn : null),
  })
  vi.stubGlobal('CSS', { escape: (text: string) => text })
  vi.stubGlobal('DataTransfer', FakeTransfer)
  vi.stubGlobal('DragEvent', FakeDragEvent)
  runInThisContext(EARLY_INPUT_SCRIPT)
})
afterEach(() => {
  takeEarlyInput()
  vi.unstubAllGlobals()
})

const press = (target: FakeElement) => hearing.get('click')!({ target })
const choose = (target: FakeElement, ...files: readonly string[]) => {
  target.files = files
  hearing.get('change')!({ target })
}
/** Gives back whether the page takes it, not the browser. */
function drop(target: FakeElement, { files = [], text = '' }: { files?: string[]; text?: string }): boolean {
  const preventDefault = vi.fn()
  const dataTransfer = Object.assign(new FakeTransfer(), { files, text })
  hearing.get('dragover')!({ target, dataTransfer, preventDefault })
  const isOffered = preventDefault.mock.calls.length === 1
  hearing.get('drop')!({ target, dataTransfer, preventDefault })
  expect(preventDefault.mock.calls, 'both or none').toHaveLength(isOffered ? 2 : 0)
  return isOffered
}

test('presses, chosen files and drops are done once more in their order', () => {
  const [button, field, done] = [new FakeElement('button'), new FakeElement('file'), [] as string[]]
  for (const each of [button, field, body]) vi.spyOn(each.heard, 'push').mockImplementation((text) => done.push(text))
  press(button)
  choose(field, 'a.yaml', 'b.txt')
  expect(drop(body, { files: ['c.json'] })).toBe(true)
  expect(drop(body, { text: 'trojan://x' })).toBe(true)
  expect(done).toEqual([])
  repeatInput(takeEarlyInput())
  vi.restoreAllMocks()
  expect(done).toEqual(['click', 'change a.yaml b.txt', 'drop c.json', 'drop trojan://x'])
})

test('a field or a button that was drawn anew is found by its name, with the files that were chosen', () => {
  const field = new FakeElement('file', 'file-input')
  choose(field, 'a.yaml')
  field.isConnected = false
  drawn = new FakeElement('file', 'file-input')
  repeatInput(takeEarlyInput())
  expect([field.heard, drawn.heard]).toEqual([[], ['change a.yaml']])
})

test('what is gone hears nothing, and what was dropped on it reaches the page', () => {
  const [button, section] = [new FakeElement('button'), new FakeElement('section')]
  press(button)
  drop(section, { files: ['a.yaml'] })
  for (const each of [button, section]) each.isConnected = false
  repeatInput(takeEarlyInput())
  expect([button.heard, section.heard, body.heard]).toEqual([[], [], ['drop a.yaml']])
})

test('what a browser does by itself is left to it', () => {
  press(new FakeElement('submit'))
  choose(new FakeElement('checkbox'))
  expect(drop(new FakeElement('textarea'), { text: 'trojan://x' })).toBe(false)
  expect(drop(body, {})).toBe(false)
  expect(takeEarlyInput()).toEqual([])
})

test('while the page comes alive drops alone are kept, and none after', () => {
  const done = takeEarlyInput()
  press(new FakeElement('button'))
  choose(new FakeElement('file'), 'a.yaml')
  expect(drop(body, { files: ['b.yaml'] })).toBe(true)
  dataset.ready = ''
  expect(drop(body, { files: ['c.yaml'] })).toBe(false)
  repeatInput(done)
  expect(body.heard).toEqual(['drop b.yaml'])
})
