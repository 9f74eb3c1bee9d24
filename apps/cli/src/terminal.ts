import { styleText } from 'node:util'
import { errorCode } from '@switchyard/outbound/error-code'

type Style = 'bold' | 'dim' | 'green' | 'red' | 'yellow'

const SLOW_MS = 500

/** Words for people: on stderr, since stdout belongs to the config. */
export function say(text: string): void {
  process.stderr.write(`${text}\n`)
}

/** Colours words where a terminal shows it and NO_COLOR is not set; elsewhere they stay as they are. */
export function paint(style: Style | Style[], text: string): string {
  return isPlain() ? text : styleText(style, text, { validateStream: false })
}

function isPlain(): boolean {
  return !process.stderr.isTTY || Boolean(process.env['NO_COLOR']) || process.env['TERM'] === 'dumb'
}

/** Writes to stdout and waits until it is taken, so that nothing is lost when the process ends. */
export function print(text: string | Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stdout.write(text, (error) => {
      if (!error) resolve()
      else if (isBrokenPipe(error)) process.exit(0)
      else reject(error)
    })
  })
}

/** A reader that went away (`| head`) is no mistake: end without a word. */
export function endQuietlyOnBrokenPipe(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error) => {
      if (isBrokenPipe(error)) process.exit(0)
      throw error
    })
  }
}

function isBrokenPipe(error: Error): boolean {
  return errorCode(error) === 'EPIPE'
}

/** Says on a terminal what is going on once it has taken half a second; elsewhere nothing. */
export class ProgressLine {
  readonly #isOn = process.stderr.isTTY && process.env['TERM'] !== 'dumb'
  readonly #started = performance.now()
  #timer: NodeJS.Timeout | undefined
  #isShown = false

  /** Work that lets timers run: shown as soon as it is slow. */
  waiting(text: string): void {
    if (!this.#isOn) return
    clearTimeout(this.#timer)
    const left = SLOW_MS - (performance.now() - this.#started)
    if (left <= 0) this.#show(text)
    else this.#timer = setTimeout(() => this.#show(text), left)
  }

  /** Work in one go, which lets no timer run: shown at once when it will be slow. */
  working(text: string, willBeSlow: boolean): void {
    if (!this.#isOn) return
    clearTimeout(this.#timer)
    if (willBeSlow || performance.now() - this.#started > SLOW_MS) this.#show(text)
  }

  done(): void {
    clearTimeout(this.#timer)
    if (this.#isShown) process.stderr.write('\r\u001b[K')
    this.#isShown = false
  }

  #show(text: string): void {
    const width = (process.stderr.columns ?? 80) - 1
    process.stderr.write(`\r\u001b[K${text.slice(0, width)}`)
    this.#isShown = true
  }
}
