import { createSocket } from 'node:dgram'
import { isIPv6 } from 'node:net'
import { checkedAddresses, type Network } from './checked-dial.ts'
import { SafeFetchError } from './safe-fetch-error.ts'

/** How long an answer is waited for. */
export interface Asking {
  waitMs: number
  signal: AbortSignal
}

/** Datagrams get lost: the packet is sent so many times, with the same time between. */
const SENDINGS = 3

/**
 * Sends one packet over UDP to a checked address, and gives what `read` makes of the first answer that it knows. Every
 * datagram of the server to others is sent here. Throws the codes of `checkedAddresses`, `timeout`, and what the network
 * throws.
 */
export async function askByDatagram<Answer>(
  network: Network,
  { host, port }: { host: string; port: number },
  packet: Uint8Array,
  { waitMs, signal }: Asking,
  read: (answer: Buffer) => Answer | undefined,
): Promise<Answer> {
  // A proxy of HTTP carries no UDP, and past the proxy nothing goes out.
  if (network.proxy !== undefined) throw new Error('No UDP goes through the proxy')
  const [address] = await checkedAddresses(network, host, signal)
  const target = network.dial(address!, port)
  const over = AbortSignal.any([signal, AbortSignal.timeout(waitMs)])
  const socket = createSocket(isIPv6(target.address) ? 'udp6' : 'udp4')
  let timer: NodeJS.Timeout | undefined
  try {
    return await new Promise<Answer>((resolve, reject) => {
      const giveUp = () => reject(signal.aborted ? signal.reason : new SafeFetchError('timeout'))
      if (over.aborted) return giveUp()
      over.addEventListener('abort', giveUp)
      socket.on('error', reject)
      socket.on('message', (answer) => {
        const known = read(answer)
        if (known !== undefined) resolve(known)
      })
      // A connected socket hears nobody else, and is told where nothing listens.
      const send = () => socket.send(packet, (error) => error && reject(error))
      socket.connect(target.port, target.address, () => {
        send()
        timer = setInterval(send, waitMs / SENDINGS)
      })
    })
  } finally {
    clearInterval(timer)
    socket.close()
  }
}
