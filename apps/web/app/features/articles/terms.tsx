import { wordsIn, type Words } from '../../lib/locale.ts'
import { useRouteLocale } from '../../lib/use-route-locale.ts'
import { Article } from './article.tsx'

const SECTIONS: { title: Words; text: Words }[] = [
  {
    title: { zh: '这是什么', en: 'What this is' },
    text: {
      zh: '编组站在浏览器中转换代理节点与订阅的格式。它不是代理：你的网络流量不会经过它，它也不提供任何节点。',
      en: 'Switchyard turns proxy nodes and subscriptions from one format into another, in your browser. It is no proxy: none of your traffic passes through it, and it offers no nodes.',
    },
  },
  {
    title: { zh: '你的责任', en: 'What is up to you' },
    text: {
      zh: '只处理你有权使用的节点与订阅，并遵守你所在地的法律和服务商的条款。',
      en: 'Use nodes and subscriptions that you have the right to use, within the law of where you are and the terms of who provides them.',
    },
  },
  {
    title: { zh: '没有担保', en: 'No warranty' },
    text: {
      zh: '软件按 MIT 许可证“按原样”提供。写出的配置经过检查，但请在重要用途前自行核对。',
      en: 'The software comes under the MIT licence, as it is. What it writes is checked, but look it over before something important rests on it.',
    },
  },
  {
    title: { zh: '公平使用', en: 'Fair use' },
    text: {
      zh: '服务器的请求次数有限制。请勿用它扫描他人网络或绕过限制。',
      en: 'The server limits how much is asked of it. Do not use it to scan networks of others or to get around those limits.',
    },
  },
]

export function Terms() {
  const locale = useRouteLocale()
  return (
    <Article>
      {SECTIONS.map(({ title, text }) => (
        <section key={title.en}>
          <h2>{wordsIn(locale, title)}</h2>
          <p>{wordsIn(locale, text)}</p>
        </section>
      ))}
    </Article>
  )
}
