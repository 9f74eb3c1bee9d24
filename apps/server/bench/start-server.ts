import { spawn, type ChildProcess } from 'node:child_process'
import { performance } from 'node:perf_hooks'
import { fileURLToPath } from 'node:url'
import { SERVER_ENVIRONMENT } from '../../../scripts/server-environment.mjs'

const MAIN = fileURLToPath(new URL('../src/main.mjs', import.meta.url))

/** A server as a process of its own. */
export interface ServerProcess {
  origin: string
  child: ChildProcess
  ended: Promise<unknown>
  /** From the start of the process until it listens. */
  readyMs: number
}

/**
 * Starts a program that prints `http://127.0.0.1:PORT` once it listens; the server of the product, from its sources and
 * on a free port, where no other is named. Rejects when it ends before that.
 */
export async function startServer(
  environment: Readonly<Record<string, string>>,
  args: readonly string[] = [MAIN, '--dev'],
): Promise<ServerProcess> {
  const began = performance.now()
  const child = spawn(process.execPath, args, {
    env: { ...process.env, NODE_ENV: 'development', PORT: '0', LOG_LEVEL: 'silent', ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  let said = ''
  const origin = await new Promise<string>((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      said += text
      const [address] = /http:\/\/127\.0\.0\.1:\d+/.exec(said) ?? []
      if (address) resolve(address)
    })
    void ended.then(() => reject(new Error(`It ended: ${said}`)))
  })
  return { origin, child, ended, readyMs: performance.now() - began }
}

/** The same, with the page as it was built: what people run. The development server of the page would work beside it. */
export function startBuiltServer(
  environment: Readonly<Record<string, string>>,
  program: string = MAIN,
): Promise<ServerProcess> {
  return startServer({ ...SERVER_ENVIRONMENT, ...environment }, [program])
}

/** Ends it at once, without a chance to put anything in order. */
export async function kill({ child, ended }: ServerProcess): Promise<void> {
  child.kill('SIGKILL')
  await ended
}
