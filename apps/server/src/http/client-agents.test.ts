import { findClientFacts, OUTPUT_FACTS } from '@switchyard/convert'
import { PROGRAMS } from '@switchyard/recipe/programs'
import { expect, test } from 'vitest'
import { askingClient } from './client-agents.ts'

/** An agent as its program sends it, what it is given, and where it is written down: a file of the program, else who reads it. */
const ROWS: [agent: string, given: string, source: string][] = [
  ['clash-verge/v2.4.3', 'mihomo', 'clash-verge-rev src-tauri/src/utils/network.rs'],
  ['FlClash/v0.8.90 clash-verge Platform/android', 'mihomo', 'FlClash lib/common/package.dart'],
  ['mihomo.party/v2.0.0 (clash.meta)', 'mihomo', 'mihomo-party src/main/config/profile.ts'],
  ['ClashMetaForAndroid/2.11.17', 'mihomo', 'ClashMetaForAndroid core/src/main/golang/native/config/fetch.go'],
  ['clash.meta/1.19.24', 'mihomo', 'as panels read it'],
  ['mihomo/1.19.24', 'mihomo', 'as panels read it'],
  ['clash-meta/1.18.0', 'mihomo', 'Sub-Store backend/src/utils/user-agent.js'],
  ['ClashMeta/1.18.0', 'mihomo', 'Sub-Store backend/src/utils/user-agent.js'],
  ['clash-nyanpasu/v2.0.0', 'mihomo', 'as panels read it'],
  ['ClashX Meta/1.4.3', 'mihomo', 'as panels read it'],
  ['ClashMi/1.0.17.300 mihomo/1.19.17', 'mihomo', 'the name alone is sure: what sends it is closed'],
  ['OpenClash/0.46', 'mihomo', 'the name alone: OpenClash sends clash-verge unless told otherwise'],
  ['Stash/3.1.1', 'mihomo', 'Sub-Store backend/src/utils/user-agent.js'],
  ['ClashX/1.118.0 (com.west2online.ClashX; build:1.118.0; macOS 10.15.7) Alamofire/5.8.0', 'clash', 'as panels read it'],
  ['ClashforWindows/0.20.39', 'clash', 'Clash for Windows, as panels read it'],
  ['clash', 'clash', 'Clash Premium, as panels read it'],
  ['Clash/1.18.0', 'clash', 'Clash, as panels read it'],
  ['SFA (sing-box 1.13.14; language ru_RU)', 'singbox 1.13', 'sing-box-for-android app/src/main/java/io/nekohasekai/sfa/utils/HTTPClient.kt'],
  ['SFI (sing-box 1.14.0; language zh_CN)', 'singbox 1.14', 'sing-box-for-apple Library/Network/HTTPClient.swift'],
  ['SFM (sing-box 1.12.9; language en)', 'singbox 1.12', 'sing-box-for-apple Library/Shared/Variant.swift'],
  ['SFT (sing-box 1.15.0; language en)', 'singbox 1.14', 'sing-box-for-apple Library/Shared/Variant.swift'],
  ['SFA/1.12.9 (575; sing-box 1.12.9; language zh_Hant_HK)', 'singbox 1.12', 'sing-box-for-android, older releases'],
  ['SFA/1.8.0 (239; sing-box 1.8.0)', 'singbox 1.12, too old', 'sing-box-for-android, older releases'],
  ['sing-box 1.14.1', 'singbox 1.14', 'as panels read it'],
  ['sing-box/1.14.1', 'singbox 1.14', 'what Switchyard itself sends'],
  ['sing-box', 'singbox', 'without a version'],
  ['HiddifyNext/2.5.7 (android) like ClashMeta v2ray sing-box', 'base64', 'hiddify-app lib/core/model/app_info_entity.dart'],
  ['HiddifyNextX/2.5.7 (android) like ClashMeta v2ray sing-box', 'base64', 'hiddify-app lib/features/profile/data/profile_parser.dart'],
  ['NekoBox/Android/1.4.2 (Prefer ClashMeta Format)', 'base64', 'NekoBoxForAndroid app/src/main/java/io/nekohasekai/sagernet/ktx/Nets.kt'],
  ['v2rayN/7.16.3', 'base64', 'v2rayN v2rayN/ServiceLib/Services/DownloadService.cs'],
  ['v2rayNG/1.10.24', 'base64', 'v2rayNG app/src/main/java/com/v2ray/ang/util/HttpUtil.kt'],
  ['Shadowrocket/2070 CFNetwork/1498.700.2 Darwin/23.6.0', 'base64', 'Sub-Store backend/src/utils/user-agent.js'],
  ['Quantumult%20X/1.5.2', 'base64', 'Sub-Store backend/src/utils/user-agent.js'],
  ['Quantumult%20X/1.0.21 (iPhone13,2; iOS 14.5)', 'base64', 'scripts of Quantumult X that repeat it'],
  ['Streisand/1.6.0', 'base64', 'closed source, as panels read it'],
  ['V2Box/1.0.0', 'base64', 'closed source, as panels read it'],
  ['Happ/3.13.0', 'base64', 'happ.su/main/dev-docs/hwid-links'],
  ['Xray/26.3.27', 'xray', 'the name alone: Xray fetches nothing by itself'],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Safari/537.36', 'unknown', 'a browser'],
  ['curl/8.5.0', 'unknown', 'curl'],
  ['Go-http-client/2.0', 'unknown', 'Go'],
  ['', 'unknown', 'none'],
] // oxfmt-ignore

test.each(ROWS)('%s is given %s (%s)', (agent, given) => {
  const client = askingClient(agent)
  const version = client?.version ? ` ${client.version}` : ''
  expect(client ? `${client.to}${version}${client.isTooOld ? ', too old' : ''}` : 'unknown').toBe(given)
})

test.each(PROGRAMS.flatMap(({ id, agent, output }) => (agent ? [[id, agent[0], output] as const] : [])))(
  '%s of the list of programs sends %s, and is given what we write for it',
  (_, agent, output) => expect(askingClient(agent)?.to).toBe(output),
)

test('every program is given what can be written', () => {
  for (const [agent] of ROWS) {
    const client = askingClient(agent)
    if (!client) continue
    expect(OUTPUT_FACTS.map(({ id }) => id)).toContain(client.to)
    if (client.version) expect(findClientFacts(client.to)?.versions).toContain(client.version)
  }
})

test('an agent of any length is read at once', () => {
  expect(askingClient('a'.repeat(15_000))).toBeUndefined()
  expect(askingClient(undefined)).toBeUndefined()
})
