/**
 * Regions as names of nodes spell them, one line each: ISO code | Chinese names and cities | Chinese abbreviations of one
 * character | English names and cities | codes besides the ISO one (ISO 3166 alpha-3, IATA, habits). A code in lower
 * case counts in any case, one in upper case only as it stands: the others are English words too.
 */
export const REGION_NAMES = `
HK|香港,中国香港,九龙,九龍,新界,沙田,将军澳,荃湾|港|hong kong,hongkong,kowloon,tseung kwan o|hk,hkg,hgc,hkt,hkbn,wtt
TW|台湾,台灣,臺灣,臺湾,台北,臺北,新北,台中,臺中,台南,高雄,彰化,桃园,桃園,新竹,中华电信,中華電信|台,臺|taiwan,taipei,hinet,kaohsiung,taichung,changhua,hsinchu|tw,twn,tpe,khh,tsa
MO|澳门,澳門||macau,macao|MO,mac,mfm
JP|日本,东京,東京,大阪,埼玉,名古屋,京都,福冈,福岡,札幌,横滨,横濱,沖縄,冲绳,冲繩,千叶|日|japan,tokyo,osaka,saitama,nagoya,kyoto,fukuoka,sapporo,okinawa,yokohama|jp,jpn,nrt,hnd,kix,tyo,osa,itm
KR|韩国,韓國,南韩,南韓,首尔,首爾,春川,釜山,仁川,大邱|韩,韓|korea,south korea,seoul,chuncheon,busan,incheon|kr,kor,icn,sel,pus
KP|朝鲜,朝鮮,北韩,北韓,平壤||north korea,pyongyang,dprk|KP,prk
SG|新加坡,狮城,獅城,星加坡|新,坡,狮,獅|singapore|sg,sgp,SIN
US|美国,美國,洛杉矶,洛杉磯,圣何塞,聖荷西,圣荷西,硅谷,矽谷,西雅图,西雅圖,纽约,紐約,芝加哥,达拉斯,達拉斯,凤凰城,鳳凰城,弗里蒙特,费利蒙,旧金山,舊金山,迈阿密,邁阿密,亚特兰大,亞特蘭大,拉斯维加斯,波特兰,休斯顿,休士頓,丹佛,华盛顿,華盛頓,阿什本,圣克拉拉,俄勒冈,弗吉尼亚,加利福尼亚,夏威夷,檀香山,水牛城,堪萨斯,波士顿,盐湖城,新泽西,新澤西|美|united states,unitedstates,united states of america,america,los angeles,losangeles,san jose,sanjose,silicon valley,seattle,new york,newyork,chicago,dallas,phoenix,fremont,san francisco,miami,atlanta,las vegas,houston,denver,washington,ashburn,santa clara,oregon,virginia,california,honolulu,buffalo,kansas,boston,salt lake,hillsboro,new jersey,texas|US,usa,LA,lax,sjc,sfo,SEA,jfk,nyc,EWR,dfw,ORD,iad,MIA,atl,LAS,phx,DEN,hnl,slc
GB|英国,英國,伦敦,倫敦,曼彻斯特,曼徹斯特,英格兰,苏格兰,威尔士,北爱尔兰,南安普敦,考文垂|英|united kingdom,unitedkingdom,great britain,britain,england,london,manchester,coventry,southampton,scotland|uk,gb,gbr,lhr,LON,LGW
DE|德国,德國,法兰克福,法蘭克福,柏林,慕尼黑,杜塞尔多夫,纽伦堡,汉堡,漢堡,法尔肯施泰因|德|germany,frankfurt,berlin,munich,dusseldorf,nuremberg,nuernberg,falkenstein,hamburg,deutschland|DE,deu,ger,fra,muc,TXL
FR|法国,法國,巴黎,马赛,馬賽,斯特拉斯堡,鲁贝|法|france,paris,marseille,strasbourg,roubaix,gravelines|fr,cdg,PAR,MRS
NL|荷兰,荷蘭,阿姆斯特丹,鹿特丹|荷|netherlands,the netherlands,holland,amsterdam,rotterdam|nl,nld,ams
RU|俄罗斯,俄羅斯,莫斯科,圣彼得堡,聖彼得堡,伯力,哈巴罗夫斯克,新西伯利亚,海参崴|俄|russia,russian federation,moscow,saint petersburg,st petersburg,khabarovsk,novosibirsk,vladivostok|ru,rus,mow,svo,LED,dme
CA|加拿大,多伦多,多倫多,温哥华,溫哥華,蒙特利尔,蒙特利爾,滑铁卢,卡尔加里,渥太华|加|canada,toronto,vancouver,montreal,waterloo,calgary,ottawa,beauharnois|CA,CAN,yyz,yvr,yul
AU|澳大利亚,澳大利亞,澳洲,悉尼,雪梨,墨尔本,墨爾本,布里斯班,珀斯,阿德莱德|澳|australia,sydney,melbourne,brisbane,perth,adelaide|au,aus,syd,mel,bne
NZ|新西兰,新西蘭,纽西兰,紐西蘭,奥克兰,惠灵顿||new zealand,newzealand,auckland,wellington|nz,nzl,akl
IN|印度,孟买,孟買,新德里,德里,班加罗尔,班加羅爾,海得拉巴,金奈|印|india,mumbai,new delhi,delhi,bangalore,bengaluru,hyderabad,chennai|IN,IND,BOM,DEL
ID|印度尼西亚,印度尼西亞,印尼,雅加达,雅加達,巴厘岛||indonesia,jakarta,bali|ID,idn,cgk,jkt
MY|马来西亚,馬來西亞,大马,大馬,吉隆坡,柔佛,新山||malaysia,kuala lumpur,johor|MY,mys,kul
TH|泰国,泰國,曼谷|泰|thailand,bangkok|th,tha,bkk
VN|越南,胡志明,河内,河內|越|vietnam,viet nam,ho chi minh,hanoi,saigon|vn,vnm,sgn,HAN
PH|菲律宾,菲律賓,马尼拉,馬尼拉|菲|philippines,manila|PH,phl,mnl
KH|柬埔寨,金边,金邊||cambodia,phnom penh|kh,khm,pnh
LA|老挝,老撾,寮国,万象||laos,vientiane|LAO,vte
MM|缅甸,緬甸,仰光||myanmar,burma,yangon|MM,mmr,rgn
BN|文莱,汶萊||brunei|BN,brn,bwn
BD|孟加拉国,孟加拉,达卡||bangladesh,dhaka|BD,bgd,DAC
PK|巴基斯坦,卡拉奇,伊斯兰堡,拉合尔||pakistan,karachi,islamabad,lahore|PK,pak,khi
LK|斯里兰卡,斯里蘭卡,科伦坡||sri lanka,srilanka,colombo|LK,lka,CMB
NP|尼泊尔,尼泊爾,加德满都||nepal,kathmandu|NP,npl,ktm
MN|蒙古,乌兰巴托||mongolia,ulaanbaatar|MN,mng,uln
KZ|哈萨克斯坦,哈薩克,哈萨克,阿拉木图||kazakhstan,almaty,astana|kz,kaz,ALA
UZ|乌兹别克斯坦,烏茲別克,塔什干||uzbekistan,tashkent|UZ,uzb
KG|吉尔吉斯斯坦,吉爾吉斯,比什凯克||kyrgyzstan,bishkek|KG,kgz
TJ|塔吉克斯坦||tajikistan|TJ,tjk
TM|土库曼斯坦||turkmenistan|tkm
AF|阿富汗||afghanistan|AFG
TR|土耳其,伊斯坦布尔,伊斯坦堡,安卡拉|土|turkey,turkiye,istanbul,ankara|tr,tur,IST
AE|阿联酋,阿聯酋,迪拜,杜拜,阿布扎比,阿拉伯联合酋长国||united arab emirates,dubai,abu dhabi,emirates|AE,uae,dxb
SA|沙特阿拉伯,沙特,沙烏地阿拉伯,利雅得,吉达||saudi arabia,saudi,riyadh,jeddah|SA,sau,ksa
IL|以色列,特拉维夫,耶路撒冷||israel,tel aviv,jerusalem|IL,isr,tlv
IR|伊朗,德黑兰||iran,tehran|IR,irn
IQ|伊拉克,巴格达||iraq,baghdad|IQ,irq
QA|卡塔尔,卡達,多哈||qatar,doha|QA,qat
KW|科威特||kuwait|KW,kwt
BH|巴林||bahrain|BH,bhr
OM|阿曼,马斯喀特||oman,muscat|OMN
JO|约旦,約旦||jordan|JOR
GE|格鲁吉亚,喬治亞,第比利斯||georgia,tbilisi|GE,GEO
AM|亚美尼亚,亞美尼亞||armenia,yerevan|ARM,evn
AZ|阿塞拜疆,亞塞拜然,巴库||azerbaijan,baku|AZ,aze
CY|塞浦路斯,賽普勒斯||cyprus,limassol,nicosia|CY,cyp
IT|意大利,義大利,米兰,米蘭,罗马,羅馬|意|italy,milan,rome,milano|IT,ita,mxp
ES|西班牙,马德里,馬德里,巴塞罗那,巴塞隆納,瓦伦西亚|西|spain,madrid,barcelona,valencia|ES,esp,MAD
PT|葡萄牙,里斯本||portugal,lisbon|PT,prt
CH|瑞士,苏黎世,蘇黎世,日内瓦|瑞|switzerland,zurich,geneva,swiss|CH,che,zrh
AT|奥地利,奧地利,维也纳,維也納||austria,vienna|AT,aut,VIE
BE|比利时,比利時,布鲁塞尔,圣吉斯兰||belgium,brussels|BE,bel,bru
LU|卢森堡,盧森堡||luxembourg|LU,lux
IE|爱尔兰,愛爾蘭,都柏林||ireland,dublin|IE,irl,dub
IS|冰岛,冰島,雷克雅未克||iceland,reykjavik|IS,isl,kef
SE|瑞典,斯德哥尔摩,斯德哥爾摩||sweden,stockholm|se,swe,arn
NO|挪威,奥斯陆,奧斯陸||norway,oslo|NO,nor,osl
DK|丹麦,丹麥,哥本哈根||denmark,copenhagen|dk,dnk,cph
FI|芬兰,芬蘭,赫尔辛基,赫爾辛基||finland,helsinki|FI,fin,hel
PL|波兰,波蘭,华沙,華沙||poland,warsaw|pl,pol,waw
CZ|捷克,布拉格||czech,czech republic,czechia,prague|cz,cze,prg
SK|斯洛伐克||slovakia,bratislava|SK,svk
SI|斯洛文尼亚,斯洛維尼亞||slovenia,ljubljana|SI,svn
HU|匈牙利,布达佩斯,布達佩斯||hungary,budapest|HU,hun,bud
RO|罗马尼亚,羅馬尼亞,布加勒斯特||romania,bucharest|RO,rou,otp
BG|保加利亚,保加利亞,索非亚,索菲亚||bulgaria,sofia|BG,bgr,SOF
RS|塞尔维亚,塞爾維亞,贝尔格莱德||serbia,belgrade|RS,srb,beg
HR|克罗地亚,克羅埃西亞||croatia,zagreb|HR,hrv,zag
BA|波黑,波斯尼亚||bosnia,sarajevo|bih
MK|北马其顿,马其顿,馬其頓||north macedonia,macedonia,skopje|MK,mkd
AL|阿尔巴尼亚,阿爾巴尼亞||albania,tirana|ALB
GR|希腊,希臘,雅典||greece,athens|GR,grc,ath
MT|马耳他,馬爾他||malta|MT,mlt
UA|乌克兰,烏克蘭,基辅,基輔||ukraine,kyiv,kiev|ua,ukr,kbp,iev
BY|白俄罗斯,白俄羅斯,明斯克||belarus,minsk|BLR
MD|摩尔多瓦,摩爾多瓦,基希讷乌||moldova,chisinau|MD,mda
LT|立陶宛,维尔纽斯||lithuania,vilnius|LT,ltu,vno
LV|拉脱维亚,拉脫維亞,里加||latvia,riga|LV,lva,RIX
EE|爱沙尼亚,愛沙尼亞,塔林||estonia,tallinn|EE,est
MX|墨西哥,墨西哥城,克雷塔罗||mexico,queretaro|MX,mex
BR|巴西,圣保罗,聖保羅,里约,里約热内卢,维涅杜||brazil,brasil,sao paulo,rio de janeiro|br,bra,gru
AR|阿根廷,布宜诺斯艾利斯||argentina,buenos aires|AR,arg,eze
CL|智利,圣地亚哥,聖地亞哥||chile,santiago|CL,chl,scl
CO|哥伦比亚,哥倫比亞,波哥大||colombia,bogota|COL,bog
PE|秘鲁,秘魯,利马||peru,lima|PER,LIM
EC|厄瓜多尔,厄瓜多||ecuador,quito|EC,ecu
VE|委内瑞拉,委內瑞拉||venezuela,caracas|VE,ven
BO|玻利维亚||bolivia|BOL
PY|巴拉圭||paraguay|PY,pry
UY|乌拉圭,烏拉圭||uruguay,montevideo|UY,ury
PA|巴拿马,巴拿馬||panama|PAN
CR|哥斯达黎加,哥斯大黎加||costa rica|CR,cri
GT|危地马拉,瓜地馬拉||guatemala|gtm
PR|波多黎各||puerto rico|PRI
DO|多米尼加||dominican republic|DOM
CU|古巴||cuba|CUB
ZA|南非,约翰内斯堡,約翰尼斯堡,开普敦||south africa,johannesburg,cape town|ZA,zaf,jnb
EG|埃及,开罗,開羅||egypt,cairo|EG,egy,CAI
NG|尼日利亚,奈及利亞,拉各斯||nigeria,lagos|NG,nga
KE|肯尼亚,肯亞,内罗毕||kenya,nairobi|KE,ken
MA|摩洛哥,卡萨布兰卡||morocco,casablanca|MAR
DZ|阿尔及利亚||algeria|DZ,dza
TN|突尼斯,突尼西亚||tunisia,tunis|tun
ET|埃塞俄比亚||ethiopia|eth
GH|加纳,迦納||ghana|GH,gha
AO|安哥拉||angola|AO,ago
MU|毛里求斯||mauritius|MU,mus
SC|塞舌尔||seychelles|syc
AQ|南极,南極||antarctica|AQ
GL|格陵兰||greenland|GL
GU|关岛,關島||guam|GU,gum
CN|中国,中國,大陆,大陸,回国,回國,上海,北京,广州,廣州,深圳,杭州,江苏,江蘇,浙江,山东,广东,廣東,成都,重庆,重慶,武汉,南京,天津,西安,厦门,福建,苏州,宁波,青岛,郑州,长沙||china,mainland china,shanghai,beijing,guangzhou,shenzhen,hangzhou|CN,chn,pek,SHA,PVG
`
