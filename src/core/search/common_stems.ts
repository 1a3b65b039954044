// Written by `deno run -A tests/retrieval/common_words.ts` from the words beside it.

/** Stems that stand in most prompts. */
export const IN_MOST =
  " aber abov across actual after again against al all along alreadi also although alwai ani anyon " +
  "anyth ao around au auch auf aux avec becaus befor behind bei beim below between bitt both cannot " +
  "ce cett che com comm como con cual cuando da dan dann dass de del della dem den der desd di die do " +
  "doch dond down du dure each eigentlich ein einem einen einer einfach either el ell els em en er es " +
  "est esta esto et ever everi everyon everyth few first fuer fur further gb get gibt gli go goe gone " +
  "good got ha haben hace hacer hai han hat hatt hei her hi hier howev hz ich ihr il im ist itself ja " +
  "je just kann kb km konnen la last le least less like lo ma made make mal mani mb mehr mhz mi mich " +
  "min mine mir mit more most ms much mui muss mussen myself na nach nao ne nein neither never new " +
  "next nicht no nobodi noch non none noth nou now nur o ob oder off often ok okai on onc onli onto " +
  "os other ou our out over own pa par para per perhap pero plu por pour px qu que qui quit rather " +
  "realli same schon se sec second sehr ser sever si sich sie sin sinc sind soll sollen some somehow " +
  "someon someth son sont still su such sur thank thing though three through thu thx togeth too tu " +
  "two u uber um uma un una und under uno until up upon us veri via vom von vou wai wann want war " +
  "warum well wenn wer werden whatev whether while whole wie wir wird within without wo wurd y ya ye " +
  "yet your zu zum zur ";

/** Stems that stand in many. */
export const IN_MANY =
  " abl accept access ad add agent ago agre allow almost amount anoth answer anybodi anymor anywai " +
  "anywher app appli applic area argument arrai asap ask assum attach avail avoid awai back bad base " +
  "basic becom begin behav believ best better big bit break bring broken btw bug build call came case " +
  "catch caus certain chang check choic choos class clean clear click close code colleagu column come " +
  "command comment commit common compar complet compon config configur confirm connect consid contain " +
  "content continu copi correct cost count coupl cours cover creat current custom cut dai data " +
  "databas date debug decid decis default defin delet depend deploi describ descript design detail " +
  "dev develop differ difficult directli directori disabl displai doc document doubl drop earli easi " +
  "easili edit effect eight empti enabl end enough ensur entir entri error especi etc even event " +
  "everybodi everywher exact exactli exampl except exist expect explain extra fact fail failur fall " +
  "far fast featur feel field figur file fill final find fine finish five fix flow folder follow forc " +
  "form format found four free fresh fridai full fulli function gener give given great green group " +
  "guess gui half hand handl handler happen hard head hello help high hint hold hour http huge hundr " +
  "idea idk ignor imo implement import improv includ info inform input insid instal instanc instead " +
  "issu item job keep kei kind know known larg late later latest lead learn leav left legaci length " +
  "level librari limit line link list littl live load local log logic long longer look lose lost lot " +
  "low lunch machin main maintain major manag manual mark match matter mayb mean meet mention merg " +
  "messag method middl minut miss mistak mode model modul moment mondai month morn move multipl name " +
  "near need nice night nine normal note notic number object obvious occur odd old open oper option " +
  "order org origin otherwis output overview packag page paramet part pass past path peopl perfect " +
  "person pick piec place plan plz point possibl post prefer present pretti prevent previou print " +
  "probabl problem proce process produc product program project proper properli propos provid public " +
  "pull push put question quick quickli rais ran random reach read readi real reason receiv recent " +
  "red reduc refactor refer relat releas rememb remind remov renam repeat replac repo report request " +
  "requir rest restart result retri return review rewrit right root round row rule run safe sai said " +
  "sampl saturdai save saw screen script search section see seem seen select send sens sent separ " +
  "server servic session set setup seven share short show shown side sign similar simpl simpli singl " +
  "sit site six size slow slowli small smaller softwar solut solv somebodi sometim somewher soon sort " +
  "sourc space special specif spend split stage stai standard start state statement statu step sth " +
  "stop store strang string structur stuff style suddenli suggest summari sundai support suppos sure " +
  "switch system tabl take taken talk target task team tell ten term test text think third thought " +
  "thousand throw thursdai time todai told tomorrow took tool top total touch toward track tri try " +
  "tuesdai turn type understand unit unus updat upgrad user usual valid valu variabl version view " +
  "wait warn wednesdai week weird went whenev wherev wish word work world wors worth write written " +
  "wrong www yeah year yesterdai yourself zero ";

/** Stems that stand in some, whatever the project. */
export const IN_SOME =
  " account action activ address admin alert algorithm altern analysi announc api appear approach " +
  "approxim archiv arm art artefact artifact aspect asset assign assist async attempt attent attribut " +
  "audit auth author auto automat averag aw await awar backend background backup badli balanc banner " +
  "bar bare batch behavior behaviour belong beta bigger bill binari blame blank block board bodi book " +
  "border bottom bounc box branch bright broad browser budget buffer bui bunch busi button byte cach " +
  "calcul calm camera campaign cancel candid card care categori caught cell center centr central " +
  "certif chain chanc channel char charact charg chart cheap cheaper cheer child children ci circl " +
  "citi claim classic clever cli client climb clock cloud cluster cold collect color colour combin " +
  "comfort compani compat competitor compil complain complaint complex complic comput concept concern " +
  "conclus condit confus consol constant constantli constraint contact context contract control " +
  "convent convert corner correctli countri courier crash creation critic cron cross crowd cry css " +
  "csv cumbersom curv cycl daili damn danger dark dashboard dead deadlin deal decent declar decreas " +
  "deep deepli definit degre delai deliv deliveri demand demo densiti depart deploy deserv desk " +
  "desktop despit destroi determin devic diff dig digit dir direct dirti disappear discov discuss " +
  "disk distanc divid docker domain door download dozen draft draw dream drive driver dry due duplic " +
  "durat duti dynam earlier eat edg editor effort element elsewher email emerg encod encourag " +
  "endpoint engin english enorm enter entiti environ equal era escap essenti estim evalu eventu " +
  "everydai evid examin exchang excit exclud execut exit expand expens experi expert expir explicit " +
  "explor export express extend extens extent extern extrem ey face factor fair fairli faith fallback " +
  "fals famili familiar famou fan fanci farther fault favorit fear feed fellow fetch fewer filter " +
  "financ finger fire fish fit flag flat flicker flight floor fly fold folk food foot forev forget " +
  "forgot forgotten former fortun forward fourth frame framework freez frequent friend friendli front " +
  "frontend frozen frustrat fuel fun funni game gap gate gather gentli genuin german giant gift " +
  "gigabyt girl git github glad glass glitch global goal gradual grand graph grate grid ground grow " +
  "guard guid guidelin habit hackathon hang happi hardli hardwar harm hash hate header headlin health " +
  "heap hear heard heart heat heavi height helper henc hero hidden hide highest highli hire histori " +
  "hit holidai home honest honestli hook hope hopefulli horizont horribl host hot hous html human " +
  "hung hurri hypothesi icon id identifi ill illeg imag imagin immedi impact imposs impress inbox " +
  "incorrect increas increment inde independ index individu industri initi inlin inner insert inspect " +
  "instruct integ integr intend intent interest interfac intern internet interv invalid invit invoic " +
  "involv iphon irregular isol java javascript join joke journei json jump jumpi justifi kernel " +
  "keyboard kick kid kill kindli kitchen knowledg label ladi laggi lai lake land lang languag laptop " +
  "laugh layer layout lazi leak legal lesson let letter licens lie lift light lightli linear linux " +
  "listen liter locat lock login logo lone loop loos loud love lower lowest luck lucki mac magic mail " +
  "mainli map margin market mass master math max maximum measur media member memori menu mess " +
  "metadata metric mid migrat mind minimum minor mirror mix mobil moder monei monitor monthli mood " +
  "mous mouth music narrow nativ natur navig neat necessari neg neighbor neighbour nervou network " +
  "neutral node nois noon notif notifi nowher null obviou occasion offer offic offlin onlin opinion " +
  "opposit ordinari organ ought outer outlin outsid overal overrid owner pai pain paint panel " +
  "paragraph parallel parent pars parser parti partli partner password patch patient pattern paus " +
  "payload payment peac pen percent perfectli perform perman permiss permit phone photo physic pictur " +
  "pin pipelin piti plai plain plant platform player plugin polici polit pool poor popular popup port " +
  "posit power pr practic precis predict prefix prepar press preview price primari principl printer " +
  "prior prioriti privat procedur profil progress promis prompt properti protect protocol publish " +
  "pure purpos python qualiti queri queue quiet quota rain rare rate raw react readabl reader realist " +
  "realiti realiz recip recommend record recov redirect regist registri regress regular regularli " +
  "reject rel relev reli remain remot render repli repositori repres research reset resiz resolv " +
  "resourc respect respons restor restrict revis rich ride ring risk river role rollback roughli rout " +
  "router routin rush rust sad sale satisfi scale scan scenario schedul schema school scienc scope " +
  "score screenshot scroll sdk secret secur segment seldom sell sentenc sequenc seri seriou shape " +
  "sharp sheet shell shock shop shortcut shot shut sick signal signatur silli simul situat sketch " +
  "skill skip sky slack sleep slide slight slightli smart smarter smell smooth snapshot snow social " +
  "socket soft solid somewhat sorri sound spare speak spec speed spell spot spread spreadsheet sql " +
  "squar stabl stack stand standalon star stat static station stick stone storag stori stranger " +
  "stream street strict strong strongli struct student studi stupid subject submit subset success " +
  "suit sum sun surfac surpris swap sweet symbol sympathi sync syntax tab tag tail tall tast teach " +
  "temp templat temporari tend termin terribl theme thick thin thorough thread threshold throughout " +
  "ticket tie tight timeout timestamp tire titl toggl toi token tone tonight topic tough town trace " +
  "trade traffic transact transfer transform translat travel treat tree trick trigger trip troubl " +
  "truck true truli trust truth tutori twice typescript typic typo ugli ui unfortun uniqu unknown " +
  "unless unlik upload upper urgent url usabl usag useless usernam util vacat variant vector vendor " +
  "verifi vertic video visibl visit visual voic volum walk wall warm wash wast watch water weak wear " +
  "weather web websit weight wide widget width wife wifi wild will win wind window winter wire wise " +
  "wonder wood worker workflow worn worri worst wow wrap xml yaml young zip zone ";
