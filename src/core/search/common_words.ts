/**
 * Stems of words of everyday requests and of every project. How many items hold a word says little while there are few
 * items: in a project with thirty memories "page" is as rare as "webhook".
 */
const COMMON: ReadonlySet<string> = new Set(
  `abl abov accept account across action actual add address after again against agent ago alert align all allow
almost along alphabet alreadi also alwai ani anoth answer anymor anywai app appli applic approach architect
argument arm around arrai ask audio awai back bad base basic becaus becom befor begin behind below best
better between big bit block boolean border both box branch break bring broken browser bug bui build button
call came card cart case catalog catch categori caus center centr certain chang chart check checkbox choos
citi class clean clear close code colleagu color colour column come command comment commit common compani
compar complet compon comput config consid contact contain continu convert copi correct cost count countri
coupl cpu creat current custom cut dai daili data date debug decid default defin delet deploi describ design
desktop detail dev diagram dialog differ direct directori disk displai doc document done doubl down draft
drop dropdown dure each earli easi edit either els email empti end english enough ensur entir entri environ
epic error even ever everi everyth exact exampl exist exit expect explain extra fact fail fall far fast
featur feel few field figur file fill filter final find fine finish first fix fixtur flag folder follow font
footer form format forward found french full function game gener german get give go goe good got graph great
grid group guess guid half handl happen hard hardwar head header heat height help here hide high hit hold
home hour icon idea imag import improv includ info input insid instal instead integ integr internet issu
item itself job just keep kind know label languag laptop larg last late later latest layout lead learn least
leav left less let level librari like limit line link list littl load local log long look loop lot low
machin mail main make manag mani manual margin mark matter mayb mean meet memori mention menu merg messag
method middl might mileston mind minut miss mobil mock modal mode modul month more most move much music name
near need network never new next nice normal note noth notic notif now number object off often ok okai old
on onc onli open option order other out outlin output over own packag pad page pagin pai paramet part pass
past path pattern payment peopl per perform perhap person phone photo pick pictur piec place plai plan
player pleas point possibl prefer previou price print problem proce process produc product project proper
provid pull purpos push put question quick quit radio random rather read readi readm real reason recent
record reduc refactor reject releas rememb remov renam replac report repositori request requir respons rest
result return review rewrit right roadmap role row rule run safe sai same save score screen script search
second section see seem select sell send sentenc separ set sever shape share shop short show side sidebar
simpl simpli sinc singl sit site size skip slow small solut some someon someth sometim soon sort sound sourc
spanish special specif speed split sprint stage stai stand start state step still stop store stori string
structur stuff style such suggest summari support suppos sure switch system tab tabl tag take talk team tell
ten term test text thank then thing think third though three through throw ticket time titl todai togeth
toggl told tomorrow tool tooltip top total touch track translat tri try turn tutori two type under
understand unit updat upgrad upper us user usual valu variabl veri version via video view wai wait walk want
warn watch web websit week well went whether while whole why widget width without wonder word work world
worth write wrong ye year yesterdai yet`.split(/\s/),
);

/** Whether the stem is of a word that tells little by itself; single letters and small numbers do not either. */
export function isCommon(stem: string): boolean {
  return COMMON.has(stem) || stem.length === 1 || /^[0-9]{1,3}$/.test(stem);
}
