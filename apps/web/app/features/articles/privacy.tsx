import { wordsIn, type Words } from '../../lib/locale.ts'
import { useRouteLocale } from '../../lib/use-route-locale.ts'
import { Table } from '../../ui/table.tsx'
import { Article } from './article.tsx'

const HEADINGS: Words[] = [
  { zh: '内容', en: 'What' },
  { zh: '何时', en: 'When' },
  { zh: '去往', en: 'To whom' },
]

/** Every request that the pages make. A new kind of request is a new row here. */
const ROWS: Words[][] = [
  [
    { zh: '页面地址、浏览器标识、语言', en: 'Page address, browser name, languages' },
    { zh: '打开页面、脚本与文字时', en: 'When a page, its scripts or its words are loaded' },
    { zh: '本站服务器', en: 'This site’s server' },
  ],
  [
    { zh: '无内容，只问版本与登录状态', en: 'Nothing but the question: which version, who is signed in' },
    { zh: '打开页面、切回窗口，以及每 5 分钟', en: 'On opening, on coming back to the window, every 5 minutes' },
    { zh: '本站服务器', en: 'This site’s server' },
  ],
  [
    { zh: '图标名称，例如 circle-flags:jp', en: 'Names of icons, like circle-flags:jp' },
    { zh: '显示未随页面附带的图标时', en: 'When an icon is shown that did not come with the page' },
    { zh: '本站服务器', en: 'This site’s server' },
  ],
  [
    { zh: '你填写的订阅地址', en: 'The subscription address you enter' },
    { zh: '你按下获取时', en: 'When you press fetch' },
    { zh: '该地址所在的主机，由浏览器直接访问', en: 'The host of that address, straight from your browser' },
  ],
  [
    { zh: '公开规则列表的地址', en: 'Addresses of public rule lists' },
    { zh: '所选模板需要规则列表时', en: 'When the chosen template needs rule lists' },
    { zh: '列表所在的主机', en: 'The host of the list' },
  ],
]

const NEVER: Words = {
  zh: '节点、分享链接、密码与令牌不会发给本站，也不写入日志、网址或统计。解析、编辑、转换、二维码识别都在浏览器中完成。',
  en: 'Nodes, share links, passwords and tokens are never sent to this site, nor written into logs, addresses or statistics. Parsing, editing, converting and reading QR codes happen in your browser.',
}

const KEPT: Words[] = [
  { zh: '语言选择：Cookie i18n_redirected，365 天。', en: 'Your language: the cookie i18n_redirected, for 365 days.' },
  { zh: '颜色与界面设置：localStorage。', en: 'Colours and interface settings: localStorage.' },
  {
    zh: '最近打开的页面名称（不含网址参数）：localStorage。',
    en: 'The names of pages visited last, without their addresses’ parameters: localStorage.',
  },
  {
    zh: '当前标签页的草稿：IndexedDB，标签页关闭后或 24 小时后移除；选择“在此设备记住”则保留到你清除为止。',
    en: 'The draft of this tab: IndexedDB, removed with the tab or after 24 hours. “Remember on this device” keeps it until you clear it.',
  },
  {
    zh: '离线副本：页面、脚本与文字，不含你的数据。',
    en: 'The offline copy: pages, scripts and words, nothing of yours.',
  },
]

const LOGS: Words = {
  zh: '服务器日志记录时间、方法、路径、状态、耗时与来源地址，不记录查询参数和内容。',
  en: 'The server’s log holds time, method, path, status, duration and the address a request came from, no query and no content.',
}

const SECTIONS = {
  table: { zh: '什么会离开浏览器', en: 'What leaves the browser' },
  never: { zh: '什么不会离开', en: 'What never leaves' },
  kept: { zh: '浏览器里保存什么', en: 'What this browser keeps' },
  logs: { zh: '服务器日志', en: 'Server logs' },
}

export function Privacy() {
  const locale = useRouteLocale()
  const say = (words: Words) => wordsIn(locale, words)
  return (
    <Article>
      <h2>{say(SECTIONS.table)}</h2>
      <Table
        caption={say(SECTIONS.table)}
        className="mt-3"
        columns={HEADINGS.map((heading) => ({ id: heading.en, label: say(heading) }))}
      >
        {ROWS.map((cells) => (
          <tr key={cells[0]!.en}>
            {cells.map((cell) => (
              <td key={cell.en} className="min-w-36">
                {say(cell)}
              </td>
            ))}
          </tr>
        ))}
      </Table>
      <h2>{say(SECTIONS.never)}</h2>
      <p>{say(NEVER)}</p>
      <h2>{say(SECTIONS.kept)}</h2>
      <ul>
        {KEPT.map((words) => (
          <li key={words.en}>{say(words)}</li>
        ))}
      </ul>
      <h2>{say(SECTIONS.logs)}</h2>
      <p>{say(LOGS)}</p>
    </Article>
  )
}
