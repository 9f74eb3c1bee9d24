/** What a text was read as. */
export type EncodingName = 'utf-8' | 'utf-16le' | 'utf-16be' | 'gb18030' | 'big5'

export interface DecodedText {
  text: string
  encoding: EncodingName
}

/**
 * Bytes as text, without a byte order mark. UTF-8 unless a mark or many zeros show UTF-16; what is no UTF-8 is GB18030
 * (with GBK and GB2312 in it) or Big5, whichever makes more of the usual characters, GB18030 where both make as many.
 * The same bytes always give the same text. (docs/security.md, "Text from elsewhere"; the byte ranges: encoding.spec.whatwg.org.)
 */
export function decodeText(bytes: Uint8Array): DecodedText {
  // What is packed twice is no text: there is no encoding to guess.
  if (isGzip(bytes)) return { text: decode(bytes, 'utf-8'), encoding: 'utf-8' }
  const utf16 = utf16Of(bytes)
  if (utf16 !== undefined) return { text: decode(bytes, utf16), encoding: utf16 }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'utf-8' }
  } catch {
    const encoding = chineseOf(bytes)
    return { text: decode(bytes, encoding), encoding }
  }
}

/** RFC 1952: two magic bytes, then the method, of which there is one. */
export function isGzip([first, second, method]: Uint8Array): boolean {
  return first === 0x1f && second === 0x8b && method === 8
}

function decode(bytes: Uint8Array, encoding: EncodingName): string {
  return new TextDecoder(encoding).decode(bytes)
}

const HEAD = 1024
/** Fewer bytes show nothing. */
const LEAST_UTF16 = 16

/** By its mark, or by the zeros that stand in every second byte of ASCII. */
function utf16Of(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  if (bytes.length % 2 !== 0 || bytes.length < LEAST_UTF16) return undefined
  const head = bytes.subarray(0, HEAD)
  const zeros = [0, 0]
  for (const [place, byte] of head.entries()) if (byte === 0) zeros[place % 2]!++
  const [even = 0, odd = 0] = zeros
  const most = head.length / 2
  if (odd > most * 0.4 && even === 0) return 'utf-16le'
  return even > most * 0.4 && odd === 0 ? 'utf-16be' : undefined
}

/** Bytes that are looked at: enough to tell, whatever the size of the text. */
const SAMPLE = 256 * 1024
/** A text may be damaged in this part of its characters, and is still taken for one of its encoding. */
const MOST_BROKEN = 0.05

function chineseOf(given: Uint8Array): EncodingName {
  // The sample begins where something other than ASCII does.
  const from = given.findIndex((byte) => byte >= 0x80)
  const bytes = given.subarray(from, from + SAMPLE)
  if (isDamagedUtf8(bytes)) return 'utf-8'
  const gb = score(bytes, 'gb18030')
  const big5 = score(bytes, 'big5')
  if (gb < 0 && big5 < 0) return 'utf-8'
  return big5 > gb ? 'big5' : 'gb18030'
}

/** UTF-8 that was cut off, or mixed with something: more whole sequences than bytes outside of any. */
function isDamagedUtf8(bytes: Uint8Array): boolean {
  let whole = 0
  let broken = 0
  for (let at = 0; at < bytes.length;) {
    const byte = bytes[at]!
    const size = byte < 0x80 ? 1 : byte < 0xc2 ? 0 : byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : byte < 0xf5 ? 4 : 0
    const isWhole = size > 0 && bytes.subarray(at + 1, at + size).every((next) => next >= 0x80 && next < 0xc0)
    if (isWhole && at + size <= bytes.length) {
      if (size > 1) whole++
      at += size
    } else {
      broken++
      at++
    }
  }
  return whole > broken
}

/** How much a text looks like one of an encoding, from 0 to 2; less than 0 where it is none. */
function score(bytes: Uint8Array, encoding: 'gb18030' | 'big5'): number {
  const usual = encoding === 'gb18030' ? isUsualGb : isUsualBig5
  let characters = 0
  let good = 0
  let broken = 0
  for (let at = 0; at < bytes.length;) {
    const lead = bytes[at]!
    if (lead < 0x80) {
      at++
      continue
    }
    const trail = bytes[at + 1]
    // The last character is cut off.
    if (trail === undefined) break
    characters++
    // The decoders of some programs give these a meaning of their own.
    if (lead === 0x80 || lead === 0xff) {
      broken++
      at++
      continue
    }
    if (usual(lead, trail)) good++
    at += encoding === 'gb18030' && trail >= 0x30 && trail <= 0x39 ? 4 : 2
  }
  const text = decode(bytes, encoding)
  const frequent = encoding === 'gb18030' ? FREQUENT_SIMPLIFIED : FREQUENT_TRADITIONAL
  let known = 0
  for (const character of text) {
    if (character === '\ufffd') broken++
    else if (frequent.has(character)) known++
  }
  // One may be the last character, cut off.
  if (characters === 0 || broken > Math.max(1, characters * MOST_BROKEN)) return -1
  return (good + known) / characters
}

/** Signs, full-width letters, and the 3,755 usual characters of GB2312. */
function isUsualGb(lead: number, trail: number): boolean {
  return trail >= 0xa1 && (lead === 0xa1 || lead === 0xa3 || (lead >= 0xb0 && lead <= 0xd7))
}

/** Signs, full-width letters, and the 5,401 usual characters of Big5. */
function isUsualBig5(lead: number, trail: number): boolean {
  return lead >= 0xa1 && lead <= 0xc6 && (trail <= 0x7e || trail >= 0xa1)
}

/** The most frequent characters of each script, and those of node names: in the wrong encoding a text has hardly any. */
const FREQUENT_SIMPLIFIED = new Set(
  '的一是不了在人有我他这中大来上国个到说们为子和你地出道也时年得就那要下以生会自着去之过家学对可里后么心多天而能好都然没日于起还发成事只作当想看文无开手十用主行方又如前所本见经头面公同三已老从动两长知样民现分将外但身些与高意进把法此实回二理美点月明其种声全工己话儿者向情部正名定女问力机给等几很业最间新什打便位因重被走电四第门相次东政海口使教西再平真听世气信北少关并内加化由却代军产入先山五太水万市眼体别处总才场师书比住员九笑性通目华报立马命张活难神数件安表原车白应路期叫死常提感金何更反合放做系计或司利受光王果亲界及今京务制解各任至清物台象记边共风战干接它许八特觉望直服毛林题建南度统色字请交爱让认算论百吃义科怎元社术结六功指思非流每青管夫连远资队跟带花快条院变联言权往展该领传近留红治决周保达办运武半候七必城父强步完革深区即求品士转量空甚众技轻程告江语英基派满式李息写呢识极令黄德收脸钱党倒未持取设始版双历越史商千片容研像找友孩站广改议形委早房音火际则首单据导影失拿网香似斯专石若兵弟谁校读志飞观争究包组造落视济喜离虽坏兴切香港台湾韩日美新加坡节线专剩余套餐到期官网流量速器东京大阪洛杉矶硅谷法德英俄罗斯印度澳洲荷兰土耳其阿根廷机场备用倍率联通移动电信',
)
const FREQUENT_TRADITIONAL = new Set(
  '的一是不了在人有我他這中大來上國個到說們為子和你地出道也時年得就那要下以生會自著去之過家學對可裡裏後麼心多天而能好都然沒日於起還發成事只作當想看文無開手十用主行方又如前所本見經頭面公同三已老從動兩長知樣民現分將外但身些與高意進把法此實回二理美點月明其種聲全工己話兒者向情部正名定女問力機給等幾很業最間新什打便位因重被走電四第門相次東政海口使教西再平真聽世氣信北少關並內加化由卻代軍產入先山五太水萬市眼體別處總才場師書比住員九笑性通目華報立馬命張活難神數件安表原車白應路期叫死常提感金何更反合放做系計或司利受光王果親界及今京務制解各任至清物台臺象記邊共風戰干接它許八特覺望直服毛林題建南度統色字請交愛讓認算論百吃義科怎元社術結六功指思非流每青管夫連遠資隊跟帶花快條院變聯言權往展該領傳近留紅治決周保達辦運武半候七必城父強步完革深區即求品士轉量空甚眾技輕程告江語英基派滿式李息寫呢識極令黃德收臉錢黨倒未持取設始版雙歷越史商千片容研像找友孩站廣改議形委早房音火際則首單據導影失拿網香似斯專石若兵弟誰校讀志飛觀爭究包組造落視濟喜離雖壞興切香港台灣韓日美新加坡節線專剩餘套餐到期官網流量速器東京大阪洛杉磯矽谷法德英俄羅斯印度澳洲荷蘭土耳其阿根廷機場備用倍率聯通移動電信伺',
)
