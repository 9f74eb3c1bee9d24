import type { ClientId } from '@switchyard/convert/facts'

/**
 * What the keys of a config mean, one sentence each. `*` stands for any name, list items are left out of the path.
 * Sources: mihomo's `docs/config.yaml` and its parser, sing-box's option package; values as their own checks take them.
 */
export interface SchemaHint {
  path: string
  'zh-CN': string
  'en-US': string
  /** What the key takes, where that is one of a few. */
  values?: readonly string[]
}

const SWITCH = ['true', 'false'] as const

type Row = [path: string, zh: string, en: string, values?: readonly string[]]

const hint = ([path, zh, en, values]: Row): SchemaHint => ({
  path, 'zh-CN': zh, 'en-US': en, ...(values ? { values } : {}),
}) // oxfmt-ignore

/** What classic Clash knows, and Mihomo too. */
const CLASH: readonly SchemaHint[] = (
  [
    ['port', '仅 HTTP 代理的监听端口。', 'Port of the HTTP proxy alone.'],
    ['socks-port', '仅 SOCKS 代理的监听端口。', 'Port of the SOCKS proxy alone.'],
    ['redir-port', '透明代理（redirect）端口，仅 Linux 与 macOS。', 'Port for redirected TCP traffic, Linux and macOS only.'],
    ['tproxy-port', '透明代理（TPROXY）端口，仅 Linux。', 'Port for TPROXY traffic, Linux only.'],
    ['mixed-port', '同时提供 HTTP 与 SOCKS 代理的端口。', 'One port for HTTP and SOCKS proxies alike.'],
    ['allow-lan', '是否允许局域网内的其他设备使用此代理。', 'Whether other devices on the network may use this proxy.', SWITCH],
    ['bind-address', '允许局域网时监听的地址，* 表示全部。', 'Address to listen on when the network is allowed in; * is every one.'],
    ['authentication', '代理端口的用户名与密码，每行 用户:密码。', 'User names and passwords of the proxy ports, one user:password a line.'],
    ['mode', '规则、全局或直连：决定流量如何选择出口。', 'By rules, everything through one group, or everything direct.', ['rule', 'global', 'direct']],
    ['log-level', '日志的详细程度。', 'How much is logged.', ['silent', 'error', 'warning', 'info', 'debug']],
    ['ipv6', '是否处理 IPv6 流量。', 'Whether IPv6 traffic is handled.', SWITCH],
    ['external-controller', '控制接口的地址与端口，供面板使用。', 'Address and port of the API that dashboards use.'],
    ['external-ui', '由控制接口提供的面板所在的文件夹。', 'Folder of a dashboard that the API serves.'],
    ['secret', '控制接口的口令；能访问接口的人都需要它。', 'Password of the API: whoever reaches it needs it.'],
    ['interface-name', '出站流量使用的网卡名。', 'Network interface that outgoing traffic uses.'],
    ['routing-mark', '出站流量的路由标记，仅 Linux。', 'Routing mark of outgoing traffic, Linux only.'],
    ['hosts', '固定的域名解析结果，先于 DNS 生效。', 'Fixed answers for names, looked at before DNS.'],
    ['profile', '在重启之间记住哪些内容。', 'What is remembered between restarts.'],
    ['profile.store-selected', '记住每个分组所选的节点。', 'Remembers the node chosen in each group.', SWITCH],
    ['profile.store-fake-ip', '记住 fake-ip 与域名的对应。', 'Remembers which fake IP stands for which name.', SWITCH],
    ['dns', '内置 DNS 服务的设置。', 'Settings of the built-in DNS server.'],
    ['dns.enable', '是否启用内置 DNS；关闭则使用系统 DNS。', 'Whether the built-in DNS is used; otherwise the system’s.', SWITCH],
    ['dns.listen', '内置 DNS 的监听地址与端口。', 'Address and port that the built-in DNS listens on.'],
    ['dns.ipv6', '是否返回 IPv6 解析结果。', 'Whether IPv6 addresses are answered.', SWITCH],
    ['dns.enhanced-mode', 'fake-ip 先返回占位地址，redir-host 返回真实地址。', 'fake-ip answers with placeholders, redir-host with real addresses.', ['fake-ip', 'redir-host']],
    ['dns.fake-ip-range', '占位地址所用的网段。', 'Range that placeholder addresses are taken from.'],
    ['dns.fake-ip-filter', '这些域名始终返回真实地址。', 'Names that are always answered with real addresses.'],
    ['dns.use-hosts', '解析时是否使用 hosts。', 'Whether hosts are looked at.', SWITCH],
    ['dns.default-nameserver', '用来解析其他 DNS 服务器域名的服务器，须为 IP。', 'Servers, given by IP, that resolve the names of the other servers.'],
    ['dns.nameserver', '默认使用的 DNS 服务器。', 'DNS servers that are asked by default.'],
    ['dns.fallback', '结果不可信时改用的 DNS 服务器。', 'DNS servers asked when the first answer is not trusted.'],
    ['dns.fallback-filter', '何时改用 fallback 的条件。', 'When the fallback servers are preferred.'],
    ['dns.nameserver-policy', '为指定域名使用指定的 DNS 服务器。', 'Own DNS servers for some names.'],
    ['proxies', '节点列表，每项是一台可连接的服务器。', 'The nodes: each one a server to connect through.'],
    ['proxies.name', '节点名称，分组与规则用它引用；不可重复。', 'Name that groups and rules use; no two may be alike.'],
    ['proxies.type', '节点协议。', 'Protocol of the node.'],
    ['proxies.server', '服务器地址。', 'Address of the server.'],
    ['proxies.port', '服务器端口。', 'Port of the server.'],
    ['proxies.udp', '是否经此节点转发 UDP。', 'Whether UDP goes through this node.', SWITCH],
    ['proxies.sni', 'TLS 握手中使用的域名。', 'Name used in the TLS handshake.'],
    ['proxies.skip-cert-verify', '为 true 时不校验证书，连接可能被窃听。', 'When true the certificate is not checked and others may listen in.', SWITCH],
    ['proxies.network', '传输方式。', 'Transport that carries the protocol.', ['tcp', 'ws', 'http', 'h2', 'grpc']],
    ['proxy-groups', '分组：把节点放在一起，供规则选择。', 'Groups: nodes put together for rules to point at.'],
    ['proxy-groups.name', '分组名称，规则用它引用。', 'Name that rules use.'],
    ['proxy-groups.type', '手动选择、最快、按序故障转移或负载均衡。', 'Chosen by hand, fastest, first that works, or spread over all.', ['select', 'url-test', 'fallback', 'load-balance']],
    ['proxy-groups.proxies', '成员：节点、其他分组或 DIRECT、REJECT。', 'Members: nodes, other groups, or DIRECT and REJECT.'],
    ['proxy-groups.use', '使用这些 proxy-providers 的全部节点。', 'Takes every node of these proxy providers.'],
    ['proxy-groups.url', '测速时访问的地址。', 'Address that is fetched to test a node.'],
    ['proxy-groups.interval', '两次测速之间的秒数。', 'Seconds between two tests.'],
    ['proxy-groups.tolerance', '快出多少毫秒才切换节点。', 'Milliseconds by which another node must be faster to take over.'],
    ['proxy-groups.lazy', '未使用该分组时不测速。', 'No tests while the group is not in use.', SWITCH],
    ['proxy-groups.strategy', '负载均衡的分配方式。', 'How load is spread.', ['consistent-hashing', 'round-robin', 'sticky-sessions']],
    ['proxy-providers', '由客户端自行下载的节点列表。', 'Node lists that the client downloads itself.'],
    ['proxy-providers.*.type', '来自网络、文件或写在此处。', 'From the web, a file, or written in place.', ['http', 'file', 'inline']],
    ['proxy-providers.*.url', '节点列表的地址。', 'Address of the node list.'],
    ['proxy-providers.*.path', '下载后保存的位置。', 'Where the download is kept.'],
    ['proxy-providers.*.interval', '多少秒后重新下载。', 'Seconds after which it is downloaded again.'],
    ['proxy-providers.*.health-check', '定期检查这些节点能否使用。', 'Whether and how these nodes are checked.'],
    ['rule-providers', '由客户端自行下载的规则集。', 'Rule sets that the client downloads itself.'],
    ['rule-providers.*.type', '来自网络、文件或写在此处。', 'From the web, a file, or written in place.', ['http', 'file', 'inline']],
    ['rule-providers.*.behavior', '内容是域名、IP 网段还是完整规则。', 'Whether it holds names, IP ranges or whole rules.', ['domain', 'ipcidr', 'classical']],
    ['rule-providers.*.url', '规则集的地址。', 'Address of the rule set.'],
    ['rule-providers.*.path', '下载后保存的位置。', 'Where the download is kept.'],
    ['rule-providers.*.interval', '多少秒后重新下载。', 'Seconds after which it is downloaded again.'],
    ['rules', '规则，自上而下，第一条匹配的生效。', 'Rules, read from the top: the first that matches counts.'],
  ] satisfies Row[]
).map(hint) // oxfmt-ignore

const MIHOMO: readonly SchemaHint[] = (
  [
    ['unified-delay', '测速时只计往返时间，不含握手。', 'Delay tests leave the handshake out.', SWITCH],
    ['tcp-concurrent', '同时连接域名的所有 IP，取最先成功的。', 'Tries every IP of a name at once and takes the first.', SWITCH],
    ['find-process-mode', '是否查找发起连接的进程，供进程规则使用。', 'Whether the process behind a connection is looked up.', ['always', 'strict', 'off']],
    ['global-client-fingerprint', '未单独设置的节点所模仿的浏览器指纹。', 'Browser that TLS imitates where a node says nothing.', ['chrome', 'firefox', 'safari', 'ios', 'android', 'edge', 'random']],
    ['keep-alive-interval', 'TCP 保活包的间隔秒数。', 'Seconds between TCP keep-alive packets.'],
    ['geodata-mode', '使用 dat 格式而非 mmdb 的 GeoIP 数据。', 'Uses GeoIP data in dat form and not mmdb.', SWITCH],
    ['geo-auto-update', '是否自动更新 Geo 数据。', 'Whether geo data is kept up to date.', SWITCH],
    ['geox-url', '各类 Geo 数据的下载地址。', 'Where geo data is downloaded from.'],
    ['external-ui-url', '面板的下载地址。', 'Where the dashboard is downloaded from.'],
    ['sniffer', '从流量中读出域名，让域名规则也作用于 IP 连接。', 'Reads names out of traffic, so that name rules work for bare IPs.'],
    ['sniffer.enable', '是否启用域名嗅探。', 'Whether traffic is sniffed.', SWITCH],
    ['sniffer.sniff', '嗅探哪些协议及端口。', 'Protocols that are sniffed, and on which ports.'],
    ['tun', '虚拟网卡：接管整台设备的流量。', 'Virtual network card that takes the traffic of the whole device.'],
    ['tun.enable', '是否启用虚拟网卡，需要管理员权限。', 'Whether it is on; needs administrator rights.', SWITCH],
    ['tun.stack', '虚拟网卡的网络栈实现。', 'Network stack behind it.', ['system', 'gvisor', 'mixed']],
    ['tun.auto-route', '自动设置路由，把流量引入虚拟网卡。', 'Sets the routes that lead traffic into it.', SWITCH],
    ['tun.auto-detect-interface', '自动识别出站网卡。', 'Finds the outgoing interface by itself.', SWITCH],
    ['tun.dns-hijack', '把发往这些地址的 DNS 请求交给内置 DNS。', 'DNS requests to these addresses are answered by the built-in server.'],
    ['tun.strict-route', '阻止绕过虚拟网卡的流量。', 'Stops traffic that would go around it.', SWITCH],
    ['tun.mtu', '虚拟网卡的最大传输单元。', 'Largest packet of the virtual card.'],
    ['dns.fake-ip-filter-mode', '过滤列表是黑名单还是白名单。', 'Whether the filter names exceptions or the only names faked.', ['blacklist', 'whitelist']],
    ['dns.respect-rules', 'DNS 请求也按规则选择出口。', 'DNS requests follow the rules too.', SWITCH],
    ['dns.proxy-server-nameserver', '解析节点域名用的 DNS 服务器。', 'DNS servers for the names of the nodes.'],
    ['dns.direct-nameserver', '直连流量用的 DNS 服务器。', 'DNS servers for direct traffic.'],
    ['dns.prefer-h3', 'DNS over HTTPS 优先使用 HTTP/3。', 'Prefers HTTP/3 for DNS over HTTPS.', SWITCH],
    ['proxies.client-fingerprint', 'TLS 握手所模仿的浏览器。', 'Browser that the TLS handshake imitates.', ['chrome', 'firefox', 'safari', 'ios', 'android', 'edge', 'random']],
    ['proxies.ip-version', '连接服务器时使用的 IP 版本。', 'IP version used to reach the server.', ['dual', 'ipv4', 'ipv6', 'ipv4-prefer', 'ipv6-prefer']],
    ['proxies.dialer-proxy', '先经过另一个节点或分组再连接此节点。', 'Another node or group that leads to this one.'],
    ['proxies.reality-opts', 'REALITY 的公钥与短 ID。', 'Public key and short id of REALITY.'],
    ['proxy-groups.filter', '用正则表达式挑选成员。', 'Regular expression that picks the members.'],
    ['proxy-groups.exclude-filter', '用正则表达式排除成员。', 'Regular expression that leaves members out.'],
    ['proxy-groups.include-all', '包含全部节点与 proxy-providers。', 'Takes every node and every proxy provider.', SWITCH],
    ['proxy-groups.hidden', '在面板中隐藏该分组。', 'Hides the group in dashboards.', SWITCH],
    ['proxy-groups.icon', '面板中该分组的图标地址。', 'Address of the icon in dashboards.'],
    ['proxy-providers.*.filter', '用正则表达式挑选节点。', 'Regular expression that picks the nodes.'],
    ['proxy-providers.*.override', '改写这些节点的名称与选项。', 'Changes names and options of these nodes.'],
    ['rule-providers.*.format', '规则集的文件格式。', 'File format of the rule set.', ['yaml', 'text', 'mrs']],
    ['sub-rules', '可由 SUB-RULE 规则调用的规则组。', 'Named lists of rules that a SUB-RULE rule calls.'],
    ['listeners', '额外的监听端口，可各自指定出口。', 'Further ports, each with a way out of its own.'],
    ['ntp', '用网络时间校正握手所需的时钟。', 'Takes the time from the network for handshakes that need it.'],
  ] satisfies Row[]
).map(hint) // oxfmt-ignore

const SINGBOX: readonly SchemaHint[] = (
  [
    ['log', '日志设置。', 'What is logged and where.'],
    ['log.level', '日志的详细程度。', 'How much is logged.', ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'panic']],
    ['log.disabled', '完全关闭日志。', 'Turns the log off.', SWITCH],
    ['log.output', '日志文件；缺省输出到终端。', 'File of the log; without it the terminal.'],
    ['log.timestamp', '每行日志带时间。', 'Puts the time on every line.', SWITCH],
    ['dns', 'DNS 服务器与规则。', 'DNS servers and the rules that choose one.'],
    ['dns.servers', 'DNS 服务器列表，以 tag 引用。', 'The DNS servers, referred to by their tags.'],
    ['dns.servers.type', 'DNS 服务器的种类。', 'Kind of DNS server.', ['local', 'udp', 'tcp', 'tls', 'https', 'quic', 'h3', 'dhcp', 'fakeip', 'hosts']],
    ['dns.servers.tag', '此服务器的名称，供规则引用。', 'Name that rules refer to.'],
    ['dns.servers.server', '服务器地址。', 'Address of the server.'],
    ['dns.servers.detour', '经此出站发送 DNS 请求。', 'Outbound that the requests go through.'],
    ['dns.servers.domain_resolver', '用来解析此服务器域名的 DNS 服务器。', 'DNS server that resolves the name of this one.'],
    ['dns.servers.inet4_range', 'fakeip 使用的 IPv4 网段。', 'IPv4 range of fake addresses.'],
    ['dns.servers.inet6_range', 'fakeip 使用的 IPv6 网段。', 'IPv6 range of fake addresses.'],
    ['dns.rules', 'DNS 规则，自上而下，第一条匹配的生效。', 'DNS rules, read from the top: the first that matches counts.'],
    ['dns.rules.server', '匹配时使用的 DNS 服务器。', 'DNS server for what matches.'],
    ['dns.rules.query_type', '匹配的查询类型，如 A、AAAA。', 'Query types that match, such as A and AAAA.'],
    ['dns.final', '没有规则匹配时使用的 DNS 服务器。', 'DNS server when no rule matches.'],
    ['dns.strategy', '偏好或只用某一 IP 版本。', 'Which IP version is preferred or the only one.', ['prefer_ipv4', 'prefer_ipv6', 'ipv4_only', 'ipv6_only']],
    ['ntp', '从网络获取时间。', 'Takes the time from the network.'],
    ['inbounds', '入站：流量从哪里进来。', 'Where traffic comes in.'],
    ['inbounds.type', '入站的种类。', 'Kind of inbound.', ['tun', 'mixed', 'socks', 'http', 'redirect', 'tproxy', 'direct']],
    ['inbounds.tag', '入站的名称，供规则引用。', 'Name that rules refer to.'],
    ['inbounds.listen', '监听的 IP 地址，不能写域名。', 'IP address to listen on; a name is refused.'],
    ['inbounds.listen_port', '监听的端口。', 'Port to listen on.'],
    ['inbounds.address', '虚拟网卡的地址。', 'Addresses of the virtual network card.'],
    ['inbounds.auto_route', '自动设置路由，把流量引入虚拟网卡。', 'Sets the routes that lead traffic into the virtual card.', SWITCH],
    ['inbounds.strict_route', '阻止绕过虚拟网卡的流量。', 'Stops traffic that would go around the virtual card.', SWITCH],
    ['inbounds.stack', '虚拟网卡的网络栈实现。', 'Network stack of the virtual card.', ['system', 'gvisor', 'mixed']],
    ['inbounds.mtu', '虚拟网卡的最大传输单元。', 'Largest packet of the virtual card.'],
    ['outbounds', '出站：节点、分组与直连；未设 final 时第一个是默认出口。', 'Nodes, groups and direct; without a final, the first is the default.'],
    ['outbounds.type', '节点协议，或 selector、urltest、direct。', 'Protocol of a node, or selector, urltest, direct.', ['selector', 'urltest', 'direct', 'shadowsocks', 'vmess', 'vless', 'trojan', 'hysteria', 'hysteria2', 'tuic', 'anytls', 'socks', 'http', 'shadowtls', 'ssh']],
    ['outbounds.tag', '出站的名称，不可重复。', 'Name of the outbound; no two may be alike.'],
    ['outbounds.server', '服务器地址。', 'Address of the server.'],
    ['outbounds.server_port', '服务器端口。', 'Port of the server.'],
    ['outbounds.outbounds', '分组的成员。', 'Members of the group.'],
    ['outbounds.default', 'selector 开始时选中的成员。', 'Member that a selector starts with.'],
    ['outbounds.url', 'urltest 测速时访问的地址。', 'Address that urltest fetches.'],
    ['outbounds.interval', '两次测速之间的时长，如 10m。', 'Time between two tests, such as 10m.'],
    ['outbounds.tolerance', '快出多少毫秒才切换。', 'Milliseconds by which another must be faster to take over.'],
    ['outbounds.idle_timeout', '闲置多久后停止测速。', 'Idle time after which testing stops.'],
    ['outbounds.interrupt_exist_connections', '切换成员时断开已有连接。', 'Closes open connections when the member changes.', SWITCH],
    ['outbounds.detour', '先经过另一个出站再连接。', 'Another outbound that leads to this one.'],
    ['outbounds.domain_resolver', '解析服务器域名所用的 DNS 服务器。', 'DNS server that resolves the server’s name.'],
    ['outbounds.tls', 'TLS 设置。', 'TLS settings.'],
    ['outbounds.tls.enabled', '是否使用 TLS。', 'Whether TLS is used.', SWITCH],
    ['outbounds.tls.server_name', 'TLS 握手与证书校验使用的域名。', 'Name used in the handshake and to check the certificate.'],
    ['outbounds.tls.insecure', '为 true 时不校验证书，连接可能被窃听。', 'When true the certificate is not checked and others may listen in.', SWITCH],
    ['outbounds.transport', '承载协议的传输方式。', 'Transport that carries the protocol.'],
    ['outbounds.transport.type', '传输方式的种类。', 'Kind of transport.', ['http', 'ws', 'quic', 'grpc', 'httpupgrade']],
    ['outbounds.multiplex', '多路复用：多个连接共用一条。', 'Several connections share one.'],
    ['endpoints', '端点：WireGuard、Tailscale 等既收又发的隧道。', 'Tunnels that both take and send traffic, such as WireGuard.'],
    ['endpoints.type', '端点的种类。', 'Kind of endpoint.', ['wireguard', 'tailscale']],
    ['endpoints.tag', '端点的名称，不可与出站重复。', 'Name of the endpoint; outbounds share the name space.'],
    ['endpoints.address', '隧道内的本机地址。', 'Own addresses inside the tunnel.'],
    ['endpoints.peers', '对端：服务器、公钥与允许的网段。', 'The other ends: server, public key and allowed ranges.'],
    ['route', '路由规则与规则集。', 'Routing rules and rule sets.'],
    ['route.rules', '路由规则，自上而下，第一条匹配的生效。', 'Routing rules, read from the top.'],
    ['route.rules.action', '匹配后做什么。', 'What happens to what matches.', ['route', 'reject', 'hijack-dns', 'sniff', 'resolve', 'route-options']],
    ['route.rules.outbound', '匹配的流量使用的出站。', 'Outbound for what matches.'],
    ['route.rules.rule_set', '匹配这些规则集。', 'Matches what these rule sets hold.'],
    ['route.rule_set', '规则集列表，以 tag 引用。', 'The rule sets, referred to by their tags.'],
    ['route.rule_set.type', '来自网络、本地文件或写在此处。', 'From the web, a local file, or written in place.', ['remote', 'local', 'inline']],
    ['route.rule_set.format', '源文件（JSON）或编译后的二进制。', 'Source (JSON) or compiled.', ['source', 'binary']],
    ['route.rule_set.url', '规则集的地址。', 'Address of the rule set.'],
    ['route.rule_set.download_detour', '下载规则集所用的出站。', 'Outbound that the download goes through.'],
    ['route.rule_set.update_interval', '多久更新一次，如 1d。', 'How often it is renewed, such as 1d.'],
    ['route.final', '没有规则匹配时使用的出站。', 'Outbound when no rule matches.'],
    ['route.auto_detect_interface', '自动识别出站网卡，避免流量回环。', 'Finds the outgoing interface, so that traffic does not loop.', SWITCH],
    ['route.default_domain_resolver', '解析出站服务器域名默认使用的 DNS 服务器。', 'DNS server that resolves the names of outbounds by default.'],
    ['experimental', '缓存与控制接口。', 'Cache and API.'],
    ['experimental.cache_file', '把选择与规则集保存到文件。', 'Keeps choices and rule sets in a file.'],
    ['experimental.cache_file.enabled', '是否启用缓存文件。', 'Whether the cache file is used.', SWITCH],
    ['experimental.cache_file.store_fakeip', '记住 fakeip 与域名的对应。', 'Remembers which fake address stands for which name.', SWITCH],
    ['experimental.clash_api', '与 Clash 面板兼容的控制接口。', 'API that Clash dashboards can use.'],
    ['experimental.clash_api.external_controller', '控制接口的地址与端口。', 'Address and port of the API.'],
    ['experimental.clash_api.external_ui', '面板所在的文件夹。', 'Folder of the dashboard.'],
    ['experimental.clash_api.secret', '控制接口的口令；能访问接口的人都需要它。', 'Password of the API: whoever reaches it needs it.'],
  ] satisfies Row[]
).map(hint) // oxfmt-ignore

const XRAY: readonly SchemaHint[] = (
  [
    ['log', '日志设置。', 'Log settings.'],
    ['log.loglevel', '日志的详细程度。', 'How much is logged.', ['debug', 'info', 'warning', 'error', 'none']],
    ['log.access', '写 none 则不记录每个连接。', 'With none, single connections are not logged.'],
    ['dns', '内置 DNS：路由需要地址时用它解析域名。', 'Own DNS: looks names up where routing needs addresses.'],
    ['dns.servers', 'DNS 服务器，自上而下查询。', 'DNS servers, asked from the top.'],
    ['dns.servers.address', 'IP、https:// 或 https+local://；带 local 的直接连接，不经过代理。', 'An IP, https:// or https+local://; with local it is reached directly.'],
    ['dns.servers.domains', '只解析这些域名。', 'Only these names are asked here.'],
    ['dns.servers.skipFallback', '其他域名不会用到此服务器。', 'Never asked for other names.', SWITCH],
    ['inbounds', '入站：流量从哪里进来。', 'Where traffic comes in.'],
    ['inbounds.protocol', '入站的种类；mixed 同时接受 SOCKS 与 HTTP。', 'Kind of inbound; mixed takes both SOCKS and HTTP.', ['mixed', 'socks', 'http', 'tunnel', 'tun']],
    ['inbounds.listen', '监听的 IP 地址；不写则监听所有网卡。', 'IP address to listen on; without one, all network cards.'],
    ['inbounds.port', '监听的端口。', 'Port to listen on.'],
    ['inbounds.sniffing', '从流量中识别域名，供规则使用。', 'Finds the domain of a connection for the rules.'],
    ['outbounds', '出站；没有规则匹配时走第一个。', 'Ways out; what no rule takes goes to the first.'],
    ['outbounds.tag', '出站的代号，规则与负载均衡用它引用。', 'Short name that rules and balancers refer to.'],
    ['outbounds.remarks', '节点原来的名称，Xray 不读取。', 'The name of the node; Xray reads over it.'],
    ['outbounds.protocol', '协议；freedom 是直连，blackhole 是拒绝。', 'Protocol; freedom is direct, blackhole rejects.', ['vless', 'vmess', 'trojan', 'shadowsocks', 'hysteria', 'wireguard', 'socks', 'http', 'freedom', 'blackhole', 'loopback']],
    ['outbounds.settings', '服务器地址、端口与凭据。', 'Address and port of the server, and credentials.'],
    ['outbounds.streamSettings', '传输方式与 TLS。', 'Transport and TLS.'],
    ['outbounds.streamSettings.network', '传输方式；不写则为 raw。', 'Transport; raw where nothing stands.', ['raw', 'ws', 'grpc', 'httpupgrade', 'xhttp', 'kcp', 'hysteria']],
    ['outbounds.streamSettings.security', '加密方式。', 'What protects the connection.', ['none', 'tls', 'reality']],
    ['outbounds.streamSettings.sockopt', '如何建立连接。', 'How the connection is made.'],
    ['outbounds.streamSettings.sockopt.dialerProxy', '先经过此代号的出站再连接。', 'Tag of the outbound that leads to this one.'],
    ['observatory', '定时测试节点，供负载均衡选择。', 'Tests nodes now and then, for the balancers.'],
    ['observatory.subjectSelector', '要测试的出站：代号以这些开头的。', 'Outbounds to test: those whose tags begin so.'],
    ['observatory.probeURL', '测试时访问的地址。', 'Address that a test fetches.'],
    ['observatory.probeInterval', '两次测试之间的时长，如 10m。', 'Time between two tests, such as 10m.'],
    ['routing', '路由规则与负载均衡。', 'Routing rules and balancers.'],
    ['routing.domainStrategy', '何时把域名解析成地址来匹配规则。', 'When a domain is looked up for rules about addresses.', ['AsIs', 'IPIfNonMatch', 'IPOnDemand']],
    ['routing.rules', '路由规则，自上而下，第一条匹配的生效。', 'Routing rules, read from the top.'],
    ['routing.rules.domain', 'full: 全名，domain: 后缀，keyword: 关键词，regexp: 正则。', 'full: whole name, domain: suffix, keyword: part, regexp: pattern.'],
    ['routing.rules.ip', '目标地址所在的网段。', 'Ranges of the address connected to.'],
    ['routing.rules.outboundTag', '匹配的流量使用的出站。', 'Outbound for what matches.'],
    ['routing.rules.balancerTag', '匹配的流量使用的负载均衡。', 'Balancer for what matches.'],
    ['routing.balancers', '负载均衡：相当于策略组。', 'Balancers, what groups are elsewhere.'],
    ['routing.balancers.selector', '成员：代号以这些开头的出站。', 'Members: outbounds whose tags begin so.'],
    ['routing.balancers.strategy', '如何选择成员。', 'How a member is chosen.'],
    ['routing.balancers.fallbackTag', '没有可用成员时使用的出站。', 'Outbound while no member works.'],
  ] satisfies Row[]
).map(hint) // oxfmt-ignore

export type HintedClient = ClientId

const BY_CLIENT: Readonly<Record<HintedClient, readonly SchemaHint[]>> = {
  clash: CLASH,
  mihomo: [...CLASH, ...MIHOMO],
  singbox: SINGBOX,
  xray: XRAY,
}

export const hintsFor = (client: HintedClient): readonly SchemaHint[] => BY_CLIENT[client]

/** Maps whose keys are names that people give. */
const NAMED = new Set(['proxy-providers', 'rule-providers'])

/** The hint for a key, by the keys that lead to it. */
export function hintAt(client: HintedClient, keys: readonly string[]): SchemaHint | undefined {
  const path = pathOf(keys)
  return BY_CLIENT[client].find((hint) => hint.path === path)
}

/** Hints for the keys that may stand beside each other below the given ones. */
export function hintsBelow(client: HintedClient, keys: readonly string[]): readonly SchemaHint[] {
  const start = keys.length === 0 ? '' : `${pathOf(keys)}.`
  return BY_CLIENT[client].filter(({ path }) => path.startsWith(start) && !/[.*]/.test(path.slice(start.length)))
}

function pathOf(keys: readonly string[]): string {
  return keys.map((key, index) => (index === 1 && NAMED.has(keys[0]!) ? '*' : key)).join('.')
}
