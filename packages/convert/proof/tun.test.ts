import { spawnSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { buildSingboxConfig } from '../src/clients/singbox/singbox-config.ts'
import { SINGBOX_TUN } from '../src/clients/singbox/tun.ts'
import { builtinTemplate } from '../src/templates/builtin.ts'
import { configRequest, sampleOutbounds } from './config-request.ts'
import { engineTest } from './engine-test.ts'
import { freePort } from './free-ports.ts'
import { singboxOnLoopback } from './loopback.ts'
import { inEmptyFolder } from './program.ts'
import type { JsonObject } from '../src/text/record.ts'

type Dict = JsonObject

const WHAT_IS_MISSING = whatIsMissing()

/** A TUN is only made in a network of its own, where nothing can leave and nothing of this machine is changed. */
function whatIsMissing(): string | undefined {
  if (!existsSync('/dev/net/tun')) return '/dev/net/tun is not there'
  const made = spawnSync('unshare', ['--net', 'ip', 'link', 'set', 'lo', 'up'])
  return made.status === 0 ? undefined : 'no network namespace can be made (unshare and ip, as root)'
}

/** Asks for a name at an address far away; the answer can only come from what takes the traffic of the whole network. */
const ASK = `
const socket = require('node:dgram').createSocket('udp4')
const query = Buffer.from('123401000001000000000000' + '07' + Buffer.from('proxied').toString('hex') + '04' + Buffer.from('test').toString('hex') + '00' + '00010001', 'hex')
socket.on('message', (answer) => { console.log('ANSWER ' + [...answer.subarray(-4)].join('.')); process.exit(0) })
setInterval(() => socket.send(query, 53, '203.0.113.53', () => {}), 300)
setTimeout(() => process.exit(1), 10000)
`

for (const version of ['compatible', '1.14'] as const) {
  const title = `${version}: the TUN of a file for phones comes up, and questions for names that go through it are answered`
  if (WHAT_IS_MISSING !== undefined) test.skip(`${title} (${WHAT_IS_MISSING})`, () => {})
  else
    engineTest(
      ['sing-box'],
      title,
      async ({ 'sing-box': path }) => {
        const request = configRequest('singbox', builtinTemplate('minimal', 'en-US'), {
          version,
          settings: { tun: true },
        })
        const { config } = buildSingboxConfig(request, sampleOutbounds(request), [])
        expect((config['inbounds'] as Dict[])[0]).toEqual(SINGBOX_TUN)
        const [mixed, controller, dead] = [await freePort(), await freePort(), await freePort()]
        const safe = singboxOnLoopback(config, { mixed, controller, dead })
        safe['inbounds'] = [SINGBOX_TUN, ...(safe['inbounds'] as Dict[])]
        await inEmptyFolder((folder) => {
          writeFileSync(join(folder, 'config.json'), JSON.stringify(safe))
          writeFileSync(join(folder, 'ask.cjs'), ASK)
          const script = [
            'ip link set lo up',
            // A way out for sing-box to find, which ends here.
            'ip link add way-out type dummy && ip addr add 198.51.100.2/24 dev way-out && ip link set way-out up',
            'ip route add default via 198.51.100.1 dev way-out',
            '"$1" run -D . -c config.json --disable-color > log.txt 2>&1 & box=$!',
            '"$2" ask.cjs; asked=$?',
            'kill $box; wait $box; cat log.txt; exit $asked',
          ].join('\n')
          const args = ['--net', 'sh', '-c', script, 'sh', path, process.execPath]
          const { stdout } = spawnSync('unshare', args, { cwd: folder, encoding: 'utf8', timeout: 25_000 })
          expect(stdout).toMatch(/sing-box started/)
          // A made-up address: the question was taken from the TUN.
          expect(stdout).toMatch(/ANSWER 198\.1[89]\./)
          return Promise.resolve()
        })
      },
      30_000,
    )
}
