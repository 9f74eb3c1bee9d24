import { expose } from 'comlink'

/** For tests: a worker as the page sees it, the other end of a channel that can end. */
export class FakeWorker extends EventTarget {
  readonly #channel = new MessageChannel()
  isTerminated = false

  constructor(api: object) {
    super()
    expose(api, this.#channel.port2)
    this.#channel.port1.addEventListener('message', ({ data }) => {
      if (!this.isTerminated) this.dispatchEvent(new MessageEvent('message', { data }))
    })
    this.#channel.port1.start()
  }

  postMessage(message: unknown, transfer: Transferable[]): void {
    this.#channel.port1.postMessage(message, transfer)
  }

  terminate(): void {
    this.isTerminated = true
    this.#channel.port1.close()
  }
}
