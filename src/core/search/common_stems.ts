// Written by `deno run -A tests/retrieval/common_words.ts` from the words beside it.

/** In what share of all texts the stems of each list of `COMMON_STEMS` stand. */
export const SHARE_STEPS = [
  0.0002,
  0.000283,
  0.0004,
  0.000566,
  0.0008,
  0.00113,
  0.0016,
  0.00226,
  0.0032,
  0.00453,
  0.0064,
  0.00905,
  0.0128,
  0.0181,
  0.0256,
  0.0362,
  0.0512,
];

/** Another number for other lists. */
export const STEMS_EDITION = 898547;

/** Stems that stand in many texts, whatever the project, divided by blanks. */
export const COMMON_STEMS = [
  "",
  "",
  "ab abbrev acceler accur achiev afterward ahead aliv alon alphabet alter altogeth analyz anchor " +
  "android annoi anonym ansi appl architectur argc arguabl asciidoc asciidoctor attr autoupd awkward " +
  "azur backslash bail baz becam bg bitbucket bonu bootstrap bracket brew broke bugfix buggi bulk " +
  "bypass canon capac carefulli cargo catalog caveat certainli cfg cgi ch charset checker checksum " +
  "chromium cipher circumst cl clariti claus cleaner clobber cmake cn coe collis composit concaten " +
  "condition connector consult counter cp crlf cursor cwd cygwin darwin debugg decim decrypt dedic " +
  "dedupl deleg deni derefer diagnos dictionari digest disconnect docstr dom dont dst emul encapsul " +
  "enclos endian eof errno erron eslint etag eval exce exhaust exp facil facilit fixtur fixup fl " +
  "flaki flip float focus formula fragment fulfil fuzz gain gatewai gettext gi gitattribut glibc " +
  "glossari goto gracefulli grant gs heurist histor hmac idl impl importantli incomplet incorpor " +
  "infinit ing instanti intention interceptor intermedi interrupt introduct ipc ish issuecom jp jwt " +
  "knob kubernet lab launch lazili leftov lf libc lifetim lite llvm loader lockfil logger logout loss " +
  "mailmap mak malform malici manner mapper mask matrix mc mem meta millisecond mkdir ml mmap motiv " +
  "mount msi msvc mtime mutat mutual mv nate negat notabl occurr oppos oss osx ourselv outgo overlap " +
  "overli overwritten pane panic parameter partit pat pem phrase pid pip pl plumb pm pointless polish " +
  "poll pop porcelain pot prepend presum primarili princip problemat processor promot proof prop " +
  "proto protobuf proven ps pthread pub queu rb readlin realloc rearrang rebuild recreat redact reg " +
  "registr reimplement relax reliabl repeatedli repetit replic represent reproduc restructur resum " +
  "retent reusabl rework rewritten roll rpc rsa russian safer safeti saniti scalar scratch seek " +
  "selector sensibl sensit shift ship shorten shorthand significantli sigstor slower snippet sock " +
  "sole span speedup st statist std stdio str straight stringifi studio subclass subprocess subscrib " +
  "subscript subshel sudo suitabl super surround sy synonym tap tarbal tcl tempfil temporarili " +
  "testsuit ti tick tidi tighten tr tracker tradit triag tricki uid ultim unam unavail uncompress " +
  "undo uninterest unlink unlock unnecessarili unneed unreach unspecifi unstabl unusu unwant uv vari " +
  "verb whatwg white wiki wrote ws xdg zh zsh",
  "abbrevi abstract act addon advanc advantag advertis advic ag ai alongsid ambigu amend among " +
  "ancestor apach appar approv ar ascend assembl assumpt asynchron atom attack autom backport " +
  "backtick backward ben besid beyond blog blueprint bool boundari breakag brows bsd bucket carri " +
  "cast cb cd cert chosen clang clearer clearli closer cmp collabor colon commun compact compos " +
  "concurr conform consolid contributor conveni cooki crate cs ctx curl cve daemon decor defer " +
  "delimit delta depth deriv descend descriptor deseri desir detach diagnost disallow discard dist " +
  "distinct distinguish distribut dot dump echo effici embed encrypt enforc enhanc enumer establish " +
  "exercis expans explan ext factori fake filesystem firewal flexibl flush fmt freed furthermor " +
  "garbag gem gen ghe gitlab glob golang grammar greater hack hardcod harder hierarchi higher " +
  "highlight homebrew honor href hunk hyphen ideal implicit implicitli inclus incom incompat " +
  "inconsist incorrectli indirect infer infrastructur inherit inject insensit intercept javadoc kept " +
  "keyr lack len life likewis linker linter localhost lowercas malloc manifest manipul manpag marker " +
  "mere meson microsoft mime mingw minim mislead mismatch mod modif necessarili negoti newer nil nul " +
  "numer oauth obj observ obsolet obtain offici outdat overhead overridden overwrit ownership packet " +
  "pad pager particularli pathnam peer period persist phase placehold portabl portion prerequisit " +
  "presenc primit printf prone propag prune pseudo re recogn referenc refresh refus regard regexp " +
  "reload reorder req reserv resolut respond retain retriev revers reword rfc rm robust rst runner " +
  "scheme sed shallow shorter signific silenc similarli slash slice spanish squash stabil stale " +
  "startup strictli subdirectori substitut subsystem subtl subtre succe succeed successfulli suffici " +
  "suffix svn synchron systemd tcp testcas themselv theori thrown timer tip tmp transit transport " +
  "trim trunk ts ubuntu unabl unchang uncondition underscor unexpect unifi uniniti unrel unsaf " +
  "unsupport upcom valgrind verif violat virtual wherea wildcard wip workaround workload yield zlib",
  "abil absolut accident accord accordingli addition alia alias align allowlist annot ap arbitrari " +
  "argv ascii attest authent benefit bin bitmap bound builder bundl capabl captur cc cherri chunk cj " +
  "codebas comma comparison consequ construct constructor consum contrib contribut convers corrupt " +
  "coverag credenti decod demonstr destin dispatch dn elimin encount enterpris enum equival ex exclus " +
  "exec experiment faster fatal favor fd feedback fn fsck func gc gcc gist gitignor gpg guarante hex " +
  "hostnam impli indent interpret jq keyword larger latter lint lore lt machineri mainten markdown " +
  "maven meant membership middlewar mock modern mostli msg namespac nest newli newlin older openssl " +
  "overflow partial pend perf perl pipe pkg popul posix preserv prototyp proxi py ql race reachabl " +
  "redund reflect reflog regardless rid rs rubi sanit segfault self semant serial serv sha silent " +
  "simpler spars spawn src ssl strategi strip stub sub suppli suppress symlink technic tl trail " +
  "trailer travers travi trivial truncat tty underli unix unlimit unpack unset unsign upstream uri " +
  "utf var vm void vs vulner whitespac workspac writabl writer yml",
  "abort adapt adjust affect alert append appropri approxim arg art artefact aspect associ attent " +
  "averag badli banner bash benchmark bind blame board book boolean border bounc bright broad budget " +
  "buf bui built busi button calm camera campaign card centr changelog chart cheap cheaper cheer " +
  "chore circl citi clarifi classic cleanup clever climb clock cold colour comfort compani competitor " +
  "complaint conclus conflict constantli constraint contract countri courier cron crowd cry crypto " +
  "csv cumbersom curv daili damn dark dashboard deadlin decent decreas deepli degre deliv deliveri " +
  "demand demo densiti depart deserv desk desktop dig disappear distanc divid dozen draw dream drive " +
  "duti easier eat emerg emit enorm entiti env estim everydai evid examin exchang excit expert explor " +
  "expos extent extract ey faith familiar famou fan fanci farther favorit fear fellow filenam financ " +
  "finger fish flat flicker floor fly folk food foot forev forgotten fork fortun fourth freez " +
  "frontend frozen frustrat fs fuel fun funni game gate gather gentli genuin giant gift gigabyt girl " +
  "glad glass glitch gradual grand grate grep grid ground habit hackathon hardli hardwar harm hate " +
  "headlin hear heard heart heat heavi height hero highest highli hire holidai honest honestli " +
  "horizont horribl hot hous hung hurri hypothesi icon ident ill illeg imagin impress inbox industri " +
  "init int internet invoc invoic invok iphon irregular iter joke journei jumpi justifi keyboard kick " +
  "kid kindli kitchen knowledg ladi laggi lai lake laptop laugh legal lesson lie lift light lightli " +
  "logo lone lookup loud love lowest ls luck lucki macro mainli makefil margin market mass math " +
  "mechan media menu mess metric mid mj mobil moder monei monthli mood mous mouth multi music navig " +
  "neat neighbor neighbour nervou neutral nois noon norepli nowher occasion offic offlin offset oid " +
  "omit opinion opposit opt optim ordinari ought outer outlin pai pain paint pair panel param " +
  "particular partli partner patient payment peac pen percent perfectli perman phone photo physic " +
  "pictur piti plant player po polit poor popular popup potenti pre preced previous price principl " +
  "procedur qualifi qualiti quota rain rang rate realist realiti rebas recip recov recurs regex " +
  "region regularli research resiz reus rev revert rich ride ring river rollback roughli runtim rush " +
  "sad sale school scienc score screenshot scroll seldom sell seriou shape sharp sheet shock shop " +
  "shot shut sick silli simul sketch skill sky slack sleep slide smarter smell smooth snow social " +
  "soft solid sorri sound spare speak spread spreadsheet squar ssh star station stdin stdout stick " +
  "stone stori stranger street strong strongli student studi stupid subcommand submodul sum sun sweet " +
  "sympathi tail tall tast terribl theme thick thorough ticket tie tight tire toggl tone tonight " +
  "tough town trade travel trip troubl truck truli truth tweak txt typescript ugli unnecessari urgent " +
  "vacat variou vertic video voic wall warm wash water weak wear weather weight widget wife wifi wild " +
  "will wind winter wise wonder wood worn worst wow wrapper young",
  "aantal ac acima acquir actuel addit addus aiuto ajout ajuda alguma alla alloc alt altri ambient " +
  "angegebenen angezeigt anterior anzahl apropo aqopzion aqun aqutent arch archief architectuur " +
  "argomenti argomento armazenado assert atualment ausgab automatisch autor aviso ayuda beachten " +
  "beendet bepaald beschreibung bestandsnaam bevatten binario blob bloco bogu bom bot bouwen broncod " +
  "broncodepakket bruto bu builtin bump busca ca cadena callback caller campo capit caracter cat " +
  "checkout clone cmd codificador col colin coluna comp compacta comportamiento compt conf " +
  "configuracion configuraco configuratiebestand conjunto consist copyright core correspond " +
  "correspondencia cpp cpu cq cr crea cui cw daher dash daten dati dato debe def defecto definido " +
  "dentro dep dependabot deprec descricao descrizion destino detect devem dezelfd diablo dict " +
  "diferent disponibili distributi doivent donne ds dua ed editar efeito egal einig ejecut ement " +
  "endereco entfernt enthalten entre epend epertoir equivalent err erstellt ervan eseguir eseguito " +
  "esempio espac espaco especificada especificar establecida estiv explicitli fashion faz feat fehler " +
  "feld finestra flatten foo fornecido french fuent futur gegeven geldig gescheiden gmail googl groep " +
  "gruppo gzip hetzelfd hub huidig hun indic inea informacao informaci inhoud inizia inizializzazioni " +
  "instalada installeren integridad inteiro interact ip italian ix jerarquia joost jour komprimiert " +
  "kunt lesen lib liblzma lorsqu lp lq lugar maakt mag maior mandb manier manuel maquina maximo mayor " +
  "md meaning mediant meerder mehrer memlimit memoir mesma messaggio mise misma modifi modificar modu " +
  "mogelijk mogen momenteel mostra mot namen net nicer nivel nodej normalment novo npm nr nroff nunca " +
  "obter octet ol olo omega omgev onderdeel operacao oq ordem outra outro overzicht pagin paginador " +
  "pb permet pitch pointer porra portanto possivel pouco pp predefin predefinicao predefinico " +
  "preenchimento premier primo prioriteit problema proc propietario prozess punto qualquer qualsiasi " +
  "quanto quot readm realment registro riga robot rq salvado seguint selbst semver separada seront " +
  "setzen setzt seul sh sia sido simplifi sinops sintassi soit sollten sp spati specifica specificato " +
  "specifiek ss stato stderr stellen stelt stesso subsequ sugli suivant suport supprim surrei synopsi " +
  "syst taill tar teken tempo tenha tenzij termina texto th therefor tm toegevoegd tonen traduct " +
  "troff tussen tutt ubersetzung ubersicht uhrt uitvoer uitvoeren uk ultimo umero unbreak undefin " +
  "unica unico unicod unterst usata ussen utent utilic utilise utilizando uw varia veas veja velden " +
  "velocidad vengono verbos vereist verificacao vermeld verschillend versienumm verwandt verwijderd " +
  "verzeichni veuillez volledig waarbij waarden waarin watson weergeven weiter whati wilf wilford wxz " +
  "zeil zeilen",
  "affich agre alpha analysi angegeben announc anybodi apo aq argumento arm asap assist aw balanc " +
  "befehl beispiel benutz benutzt beschrijv bestaat bevat bigger bijvoorbeeld binair bottom box btw " +
  "busqueda cabecalho cadeia candid caso caught center central champ chanc children click co colleagu " +
  "comandi commando compactar concept configuraci configurati const contact corner critic css " +
  "cualquier danger dead decompress defaut definir dei dekompress descompactacao descompactado " +
  "descompactador descripcion dicionario directorio dispon distribuci donn driver eerst efaut eight " +
  "ejemplo elk encourag english erreur erro escrib especifica especificado everybodi exempl exib face " +
  "fairli fakeroot fault fc fewer filtro fire five flight fluxo fo fold forget forma frequent fresh " +
  "fridai friend friendli front gap ge gebruiken geeft geralment german gesetzt geval geven gh gnu " +
  "great green groff hang happi health hope hundr idk imo indel indiqu informacion informaco " +
  "informati informationen informazioni ingesteld installeerd interv introduc javascript js jump " +
  "kompress lang late lign lijst linea linear lista lunch maken manpath meet melhor meno mensaj merk " +
  "mind mondai month morn narrow nenhum nieuw night nine nodig nomi notif ondersteund onlin onnen " +
  "opci optionen pacchetti pacchetto pack paket passwd paus payload perfect peuvent pi plaat plai plz " +
  "pod podem possono predefinito predeterminado predict preferencia press prioridad processo processu " +
  "programm programma pu pueden pure quantidad react realiz ref regel remind repli risk ruta salida " +
  "saturdai saw scale sdk seccion seja serao seven shadow shortcut sieh siguient sinopsi sit six " +
  "slight slowli smart somebodi sorti spend staat stand standalon sth strang subsect suddenli sundai " +
  "suportado surfac systeem taxa temp ten tend thin thousand threshold throughout thursdai tipo todai " +
  "toe told tomorrow traffic tuesdai tutori uitgevoerd upper usa usabl usada usando usato usr usuario " +
  "utili utilisateur utiliza valeur vector veder veld vendor verbatim versao verso verwenden " +
  "verwendet verwijderen vez veze visit volgend waard websit wednesdai week wert wherev worri yeah " +
  "yesterdai zeigt zelf zie zip zoal zou zullen",
  "apena apt archivo arquivo asset audit awar background belong bestand bestanden blank br bunch " +
  "calcul categori claim comando compactacao compactado complic compress concern configurazion " +
  "convent cross cycl dado datei dateien db deb debian deep delai descompactar devic digit dirti " +
  "discov docker dpkg draft dry durat ee effort eigentlich elsewher enkel enter entorno entrada " +
  "essenti everyon exemplo expens experi expir famili feed fichero fichier fit forgot formato frame " +
  "framework fuer gebruik gebruikt goal grow guidelin hei henc her hi hidden hopefulli human hz " +
  "impact imposs inde indien inner isol join kb kill km land layer layout lazi letter linha lower " +
  "lzma magic memoria mhz mine mirror mix modo moeten monitor muestra myself naam natur nein nom " +
  "nombr nome notifi numero offer okai opcao opcion opco opgegeven opti opzion opzioni orden our " +
  "overal padrao pagina pakket pakketten paquet paragraph parti permit plain power precis primari " +
  "printer programa px rare routin rust saida sao satisfi scan schema segment sentenc sistema specifi " +
  "spell spot standaard submit subset surpris swap tamanho thx timestamp transfer trick trust u ui ur " +
  "usado usar useless usernam uso utilis valor versi vien vim visual volum wast watch width win wire " +
  "wordt xml xz your",
  "admin answer approach area artifact await backup bar bare batch behaviour believ browser came " +
  "cancel chain channel char collect complain complex crash creation cut deal deploy despit destroi " +
  "discuss domain dynam edg editor element email evalu eventu everywher factor fallback feel former " +
  "guard guid half heap histori hit hour huge imag incorrect increas increment independ individu " +
  "inlin insert inspect integr intent interest invit involv languag let licens loos mac mail measur " +
  "middl minimum moment nativ near neg obviou odd organ overview owner parallel parser piec pipelin " +
  "plugin preview prior proce profil publish python queue quick quickli reader recommend red redirect " +
  "registri regular reject relev rememb restart restrict role rout router row scenario schedul screen " +
  "seri signatur situat slightli snapshot somewhat somewher spec speed sql stabl stat strict subject " +
  "tab talk temporari thought timeout took transact twice typic unfortun unknown unlik visibl walk " +
  "wish worker",
  "ago algorithm almost altern anyon anywher appear assign async attempt auto backend bill binari " +
  "bodi care certif child choic cli cluster color combin confus constant correctli cost decis declar " +
  "definit deploi determin difficult disk download duplic earlier endpoint engin equal exclud " +
  "explicit express extend extern figur forward four gb gone graph guess hello high hook host html " +
  "identifi immedi instruct integ intend java label linux listen live lock loop lose lost low master " +
  "maximum mayb mb member metadata migrat minor minut mistak necessari network nice obvious outsid " +
  "overrid parent permiss person plan platform pool port posit practic privat progress promis prompt " +
  "propos protect protocol purpos quiet rais ran readabl readi record regress rel reli remain render " +
  "repres reset respect restor retri revis said sampl scope sec secret sequenc slow smaller socket " +
  "softwar solv somehow soon stack stai static storag stuff success suit suppos symbol sync syntax " +
  "taken teach third topic toward treat trigger typo unless upload web weird went wide workflow world " +
  "wors worth wrap zone",
  "aan action activ address agent agora ainda algo algum algun alguna allem allen aller alor altijd " +
  "amount anch ancora ander anderen ant anymor apr aqui archiv asi assim at attach aucun aunqu aussi " +
  "auth automat autr avant avoir awai bad behav behind bem bene bereit besoin best bi bien big bij " +
  "bisher bitt block bon brauch brauchen brauchst bring cada casi cela cell celui cet chaqu charact " +
  "charg chez chi choos ci client cloud column compat compil compon condit confirm consol context " +
  "contr contra convert cosa cosi coupl daar dabei dafur dal dalla damit daran darauf dat davon dazu " +
  "decid degli deja dell denn depoi depui design despu deux deve deze dich dies diesem diesen dieser " +
  "diff dir direct dit doch doen doit donc dopo dort dove due durch e easi easili een einfach einmal " +
  "ela ella ello encod encor entao entonc entr environ era erst esa escap eso ess essa esser estan " +
  "estao estava etait etr etwa eu euch eux exact exactli execut exit expand explain export extens " +
  "extrem fair fait fals far fare fast fatto faut fazer fetch fill fine finish flow foi folder fora " +
  "fue gaan ganz geben geen gegen geht gemacht genau gerad gern gesagt gia gleich global goe gut haar " +
  "habe habia hacemo hacer hacia han hand hanno hash hasta hatt heb hebben heeft het hier hij hint ho " +
  "hoe hold home ich idea ihr ik immer initi interfac intern invalid io isso isto jamai je jede jeder " +
  "jetzt jusqu kan kannst kein keinen kernel kind known konnt konnten kunnen lassen lauft leak learn " +
  "legaci lei leur lhe liter littl lor loro lot luego maar mach machen machin macht mai maintain " +
  "major mal man manchmal matter max me mee meer mein meinem meme memori merci mesmo met meu mich " +
  "mientra mijn minha mio mir mismo mocht model moet moglich moi moin molto mon ms mucho mui muito " +
  "mussen naar nachdem nada neither nel nella nem neu neue neuen ni niet nobodi nochmal nog noi " +
  "nosotro nossa nosso nostro notr nou nu nuestra nuestro null num nun o ob occur ogni ohn om omdat " +
  "ond onder ont onto ook op ora otra otro parc past pattern pela pelo peopl perch perform perhap peu " +
  "peut peux piu plusieur poco pode poi polici porqu posso post pourquoi pouvez pra precisa prefix " +
  "prepar pretti prima prioriti proper properti pue pued pui puo qual qualch quand quando quel quell " +
  "quello quem queri quero questa question questo quien quiero quindi quoi random raw reach regist " +
  "remot repeat resolv respons rewrit rien round sa san schon sea secur seen segun sehr sein seit sem " +
  "sempr sent senza sera seu shell shown siempr signal site skip sobald sobr sofort soll sollen sollt " +
  "solo solut someon sometim sono sonst sou sta stage statement statt stattdessen stream sua sul " +
  "sulla summari suo ta tag tambem tambien tan tanto task te team tegen tell tem temo templat tengo " +
  "tenho ter term termin thank thread tien tienen titl toch toda todo toen toi token ton tot tou " +
  "touch toujour tout tra trace transform tre tree tri trop troppo true tu tudo tutti tutto uit " +
  "understand uniqu unser unter usag ust va vamo van variant veel ver verifi veux vi viel vo voce " +
  "voglio voici voir voor vor vorrei votr waar waarom wann wanneer war waren warum wat weer weil weit " +
  "wel welch welchen welcher welk wer werd whatev whenev wieder wieso wij wil window wir wo wohl " +
  "wollen worden wurden www y ya yaml ye year yo zal ze zeig zich zijn zo zonder zwischen",
  "abl account across along although anywai app applic ask assum attribut author basic becom behavior " +
  "below beta branch break broken buffer byte cach catch comput consid continu control count cover " +
  "databas dev develop earli edit effect enough entir everyth extra fact filter final forc form got " +
  "handler hard helper id index insid job json larg latest lead leav librari locat login map mention " +
  "min normal often pars patch pick pin pr prefer present prevent probabl produc program properli " +
  "public push put receiv recent reduc relat repositori resourc rest review safe save seem select " +
  "sens session short side simpli small special split step struct structur style suggest tabl think " +
  "throw togeth top track translat turn unit unus upgrad upon url usual wait whole word written wrong " +
  "zero",
  "abov accept again against anoth anyth api arrai back begin better bit certain class clean clear " +
  "close comment common compar complet connect content copi correct cours custom dai date debug defin " +
  "describ detail directli displai door doubl down drop els empti ensur entri especi event ever everi " +
  "except expect failur featur few find flag found free full fulli further git github give good gui " +
  "happen head header hide import info input keep know later least left length less level link load " +
  "local logic long longer look main manag mark mean miss modul much multipl node none notic ok old " +
  "open origin otherwis page paramet password place point possibl previou problem product quit real " +
  "realli reason renam report right root rule sai search second section send separ server setup sever " +
  "similar simpl singl size someth sort space state statu stop store sure switch take target three " +
  "tool total try until util valid veri view warn yet yourself",
  "access actual alwai appli around aux avail avoid base beim between bug build cannot caus contain " +
  "cual dann data delet depend descript desd differ directori disabl document dond dure either ell " +
  "enabl end even exampl exist fail field follow gener given group ha haben hace hai handl hat help " +
  "ignor implement improv includ inform instal instanc itself ja kei konnen last limit log made mani " +
  "match mehr merg messag method mode most move muss never next noch noth number onc oper order org " +
  "own packag part pero print process project pull rather read refactor refer releas replac repo " +
  "request requir result script see servic share show sign specif standard start system text thing " +
  "though through thu time too under uno variabl vom well whether within write",
  "aber ad add after allow alreadi argument becaus befor bei both call case chang check code come " +
  "command commit config configur creat cuando current default della do doc each einen einer error " +
  "etc fall file first fix format function gibt gli go howev http instead issu item just like line " +
  "list manual nach name need no note object off option out output over pass path provid qu remov " +
  "return run same set sich sin son sourc still string such support test two type uber updat user " +
  "valu version via vou wai want while without work wurd zur",
  "al all also ani ao au auch auf avec ce cett che com comm como con da dan dass de del dem den der " +
  "di die du ein einem el em en er es est esta esto et fur get il im ist kann la le lo ma make mi mit " +
  "more na nao ne new nicht non now nur oder on onli os other ou pa par para per plu por pour que qui " +
  "se ser si sie sinc sind some sont su sur um uma un una und up us von wenn werden wie wird zu zum",
];
