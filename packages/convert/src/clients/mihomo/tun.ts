import type { JsonObject } from '../../text/record.ts'

/** The TUN block of a mihomo or Clash Premium config, whose stacks have different names. */
export function mihomoTun(enable: boolean, isPremium: boolean): JsonObject {
  return {
    enable,
    stack: isPremium ? 'system' : 'mixed',
    'auto-route': true,
    'auto-detect-interface': true,
    'dns-hijack': isPremium ? ['any:53'] : ['any:53', 'tcp://any:53'],
  }
}
