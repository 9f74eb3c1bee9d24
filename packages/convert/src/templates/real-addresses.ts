/**
 * Names that break with a made-up address (fake-ip), in mihomo's spelling of domains: `+.x` is x and all below, `*` is one
 * label. Collected from what the clients' own defaults and the lists of routers leave out.
 */
export const REAL_ADDRESSES: readonly string[] = [
  // STUN: whoever asks wants to know an address.
  '+.stun.*.*',
  '+.stun.*.*.*',
  '+.stun.*.*.*.*',
  '+.stun.playstation.net',
  // Clocks, asked for before anything else runs.
  'time.*.com',
  'time.*.gov',
  'time.*.edu.cn',
  'time.*.apple.com',
  'time-ios.apple.com',
  'time1.*.com',
  'time2.*.com',
  'time3.*.com',
  'time4.*.com',
  'ntp.*.com',
  'ntp1.*.com',
  'ntp2.*.com',
  'ntp3.*.com',
  '+.time.edu.cn',
  '+.ntp.org.cn',
  '+.pool.ntp.org',
  // What systems ask to see whether they are online.
  '+.msftconnecttest.com',
  '+.msftncsi.com',
  'captive.apple.com',
  'connectivitycheck.gstatic.com',
  'connect.rom.miui.com',
  'connectivitycheck.platform.hicloud.com',
  'detectportal.firefox.com',
  // Programs that log in through a helper on this machine.
  'localhost.ptlogin2.qq.com',
  'localhost.sec.qq.com',
  'localhost.work.weixin.qq.com',
  // Consoles, which talk to each other by address.
  'xbox.*.microsoft.com',
  '+.xboxlive.com',
  '+.srv.nintendo.net',
  '+.cdn.nintendo.net',
  '+.battlenet.com.cn',
  '+.battle.net',
  // Xiaomi: its shop of apps and its things at home.
  '+.market.xiaomi.com',
  '+.io.mi.com',
  // The pages of routers.
  'router.asus.com',
  'www.asusrouter.com',
  'routerlogin.net',
  'www.routerlogin.net',
  'tplogin.cn',
  'tplinkwifi.net',
  'miwifi.com',
  'www.miwifi.com',
  'router.synology.com',
  '+.linksyssmartwifi.com',
]

/** The same as items of a sing-box DNS rule. */
export function asSingboxNames(names: readonly string[]): Record<string, string[]> {
  const plain = names.filter((name) => !name.includes('*'))
  return {
    domain: plain.filter((name) => !name.startsWith('+.')),
    domain_suffix: plain.filter((name) => name.startsWith('+.')).map((name) => name.slice(2)),
    domain_regex: names.filter((name) => name.includes('*')).map(asRegex),
  }
}

function asRegex(name: string): string {
  const isBelow = name.startsWith('+.')
  const labels = (isBelow ? name.slice(2) : name).split('.').map((label) => (label === '*' ? '[^.]+' : label))
  return `${isBelow ? '(^|\\.)' : '^'}${labels.join('\\.')}$`
}
