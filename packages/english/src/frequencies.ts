/**
 * Common English words that carry some meaning, in bands from the most frequent to the least. Written down from general knowledge of the
 * language; the order within a band has no meaning.
 */
export const FREQUENCIES: readonly (readonly [share: number, words: string])[] = [
  [
    0.014,
    "time people year good get go know think like make want see come take look use find give tell work day thing way man woman life " +
      "need feel new back really well now even first great lot right long little home love last say ask try help start keep let talk " +
      "big old friend family always never place week today thank sure yes okay hear happy nice still got",
  ],
  [
    0.007,
    "call move live play run put mean leave turn show begin seem hold bring happen write sit stand lose pay meet include learn change " +
      "lead understand watch follow stop create speak read spend grow open walk win teach offer remember consider buy serve send build " +
      "stay fall cut reach kill raise pass sell decide plan eat drink child world school state student group country problem hand part " +
      "case company system program question government number night point water room mother area money story fact month book eye job " +
      "word business issue side kind head house service father power hour game line end member law car city name team minute idea kid " +
      "body information parent face level office door health person art war history party morning reason girl guy moment food boy music " +
      "high small large next early young important few public bad able best better late hard far sometimes often later almost maybe " +
      "away enough everything nothing anything something everyone tonight tomorrow yesterday together already",
  ],
  [
    0.004,
    "expect suggest continue add require report set allow believe provide appear hope share support finish enjoy visit join miss pick " +
      "check wait sleep cook drive travel cover catch draw choose carry break receive agree explain develop hit produce rest return " +
      "wish worry sing dance listen forget notice wonder plant fight clean fix record test cause form value age policy process care " +
      "effect class piece land road church street data rate air tree language table paper note list page letter picture image photo " +
      "film movie song phone email computer website file text dog cat animal bird fish park garden beach river mountain lake sea sun " +
      "rain snow weather summer winter spring autumn season weekend holiday birthday trip town center hospital doctor nurse teacher " +
      "college university course lesson meal dinner lunch breakfast coffee tea bread meat fruit restaurant kitchen store shop market " +
      "price cost husband wife son daughter brother sister baby color white black red blue green light dark hot cold warm cool fast " +
      "slow free full empty easy difficult possible different same similar special certain clear short strong real whole sorry true " +
      "wrong beautiful fun interesting exciting amazing awesome wonderful favorite favourite local simple close type order example " +
      "result experience event project",
  ],
  [
    0.0022,
    "act apply avoid base beat become bear blow burn claim climb collect compare complete connect contain control count cross deal " +
      "depend describe design destroy discover discuss drop encourage enter exist fail feed fill fit fly force gain hang hate hide " +
      "improve increase jump laugh lie link manage mark marry match matter measure mention mind obtain paint perform prepare present " +
      "press prevent protect prove pull push realize recognize reduce refer relate release remain remove repeat replace represent " +
      "respond reveal ride ring rise roll save score seek select shake shoot shout sign smile sound step stick study suffer suppose " +
      "surprise swim tend throw touch train treat vote wake wash wear welcome accept achieve admit affect announce argue arrange arrive " +
      "attack attend account action activity address adult advice agency agreement amount answer approach argument arm army article " +
      "attention author bag ball bank bar bed bit blood board boat bone bottle box bridge budget building bus camera campaign card " +
      "career chair challenge chance character choice citizen club coach code collection community condition conference contract corner " +
      "couple court cup customer date death debate decision degree department detail difference director disease distance dream dress " +
      "drug earth economy edge education effort election energy engine environment evening evidence exercise expert feeling field " +
      "figure finger fire firm floor flower focus foot friendship future garage gift glass goal gold ground growth gun hair hall hat " +
      "hearing heart heat hill hotel individual industry interest island key king knowledge lady lawyer leader leg length library lip " +
      "loss machine magazine manager material math media medicine meeting memory message method middle mile milk million model mouth " +
      "movement museum nation nature neck network news newspaper noise nose object officer oil opinion opportunity option owner pain " +
      "painting pair past patient peace period plane plate player police position post practice pressure product professor property " +
      "purpose quality race radio range reading region relationship religion research resource response risk role rule science " +
      "scientist screen seat second section security sense series sex shape ship shirt shoe shot shoulder site situation size skill " +
      "skin sky society soldier source space sport spot staff stage standard star statement station strategy structure stuff style " +
      "subject success sugar task tax technology television term theory ticket title tool top total track trade tradition traffic " +
      "training treatment trouble truth tv uncle unit user vacation variety version video view village voice wall waste weight window " +
      "wind wine wood worker yard youth zone alone alive available aware basic blind brief bright broad busy careful cheap common " +
      "complex correct crazy current dangerous dead dear deep direct dry due entire equal exact extra fair familiar famous final " +
      "financial fine fresh funny general glad global healthy heavy huge human ill independent international lovely low lucky main " +
      "major medical mental modern national natural necessary nervous normal obvious original perfect personal physical poor popular " +
      "positive powerful pretty private proud quick quiet rare ready recent religious rich sad safe serious sick significant single " +
      "smart social soft southern specific successful sweet tall tired traditional typical unique useful usual various western wide " +
      "wild worth actually definitely especially exactly finally hopefully indeed instead probably quickly recently simply suddenly " +
      "usually",
  ],
  [
    0.0012,
    "abandon ability absence absolute abuse academic access accident accompany accomplish acid acknowledge acquire actor adapt adjust " +
      "administration admire adopt advance advantage adventure advertise afford afraid afternoon aid aim aircraft airline airport album " +
      "alcohol allergy alternative ancient anger angle angry ankle anniversary annual anxiety anxious apartment apologize apple appoint " +
      "appointment appreciate appropriate approval architect architecture artist asleep aspect assess assignment assist assistant " +
      "associate assume atmosphere attach attempt attract audience aunt average award awful background badge bake balance band barely " +
      "basis basket basketball bath bathroom battery battle beauty bedroom beer bell belong belt bench bend benefit bet bicycle bike " +
      "bill birth bite blame blanket block blog bond border boring boss bother bottom bowl brain branch brand brave breast breath " +
      "breathe brick broken brown brush bug burden bury butter button cake calm camp cancel cancer candidate candle candy capable " +
      "capital capture carbon carpet cash cast castle category ceiling celebrate celebration cell central century ceremony chain " +
      "champion championship channel chapter charge charity charm chart chase chat cheese chef chemical chest chicken chief childhood " +
      "chocolate christmas circle circumstance classic client climate clinic clock cloud clothes clothing coast coat colleague combine " +
      "comfort comfortable comment commit commitment committee communicate communication competition competitor complain concentrate " +
      "concept concern concert conclude conclusion conduct confidence confident confirm conflict confuse congratulation connection " +
      "constant construction contact contemporary content contest context contribute contribution conversation convince cookie copy " +
      "cough council counselor county courage cousin craft crash cream creative credit crew crime crisis critical crowd cry culture " +
      "cultural curious curtain custom cute cycle dad daily damage deadline debt decade decorate defeat defend defense define deliver " +
      "delivery demand democracy dentist deny deposit depression desert deserve desire desk despite detect determine device diet dig " +
      "digital dirt dirty disappear disappoint disaster discount discovery discussion dish display distant distinct district divide " +
      "divorce document dollar donate double doubt dozen draft drama drawer drawing driver duty eager ear earn ease east eastern edit " +
      "editor educate effective efficient egg elect electric electricity element eliminate emergency emotion emotional emphasis employ " +
      "employee employer encounter enemy engage engineer enormous ensure enterprise entertainment entrance envelope equipment error " +
      "escape essay essential establish estimate evaluate eventually exam examine excellent except exchange excite excuse executive " +
      "exhibit exhibition expand expense expensive experiment explore export expose express expression extend extent extreme eyes " +
      "facility factor factory failure faith fan farm farmer fashion fat fault favor fear feature federal fee female festival fiction " +
      "finance fitness flag flat flavor flight float flood flow flu fold folk forest fork formal former forward foundation frame " +
      "freedom freeze french frequent friday friendly front frozen fuel function fund funding furniture gallery gap gas gate gather " +
      "generate generation gentle genuine german giant glove golden golf grab grade gradually graduate grain grandfather grandma " +
      "grandmother grandpa grant grass grateful gray grey grocery guarantee guard guess guest guide guilty guitar gym habit handle " +
      "handsome happiness harm hike hiking hire hobby hole honest honey honor horror horse host household housing humor hungry hunt " +
      "hurry hurt ice identify identity ignore illegal illness imagine immediate impact implement imply import impossible impress " +
      "impression improvement inch incident income incredible indicate industrial influence inform initial injury inner innovation " +
      "inside inspire inspiration install instance institute institution instruction instrument insurance intelligence intend intense " +
      "interview introduce invest investigate investment invite involve iron item jacket japanese jazz jealous joint joke journal " +
      "journalist journey joy judge juice july june junior jury justice kick kiss knee knife knock lab label lack lamp landscape laptop " +
      "largely latter launch lawn layer lazy leaf league lean leather lecture legal lend license lift limit lion liquid literature load " +
      "loan location lock log lonely loose lord loud luck luggage mad mail maintain male mall manner manufacture map march margin " +
      "marriage mask mass master meanwhile mechanic medal melt menu mess metal midnight military mirror mission mistake mix mixture " +
      "mobile mode monday mood moon moral mom motivate motor mouse muscle mushroom musical musician mystery narrow nearby neat " +
      "necessarily negative negotiate neighbor neighbour neighborhood neither nephew net niece noon north northern novel nut obey " +
      "objective observe occasion occur ocean odd ongoing onion online operate operation oppose orange orchestra ordinary organization " +
      "organize organic outcome outdoor outside oven overcome pack package palace pale pan panel panic pants partner passage passenger " +
      "passion password path patience pattern pause peak pen pencil pension pepper percent perception performance permit pet phase " +
      "philosophy phrase piano pie pig pile pill pilot pin pink pipe pitch pizza plain planet plastic platform plenty plot pocket poem " +
      "poet poetry poison pole political politician politics pollution pool population pork port portrait possibility pot potato " +
      "potential pound pour poverty practical prayer predict prefer pregnant presentation president pretend previous pride priest " +
      "primary prime prince princess principle print priority prison prize procedure profession professional profile profit promise " +
      "promote proof proper proposal protest psychology publication publish purchase pure purple puzzle qualify quarter queen quit " +
      "quite quote rabbit racing rail railway random rapid raw reaction reality rear rebuild recall receipt recipe recommend " +
      "recommendation recover recovery refrigerator refuse regard register regret regular reject relax relaxing relief relieve rely " +
      "remark remind remote rent repair reply reporter request rescue reserve resident resist resolve responsibility responsible " +
      "restore retire review reward rhythm rice roast rob rock romantic roof root rope rose rough round route routine row royal rub " +
      "rude ruin rural rush sail salad salary sale salt sample sand sandwich satisfy saturday sauce scale scan scare scared scary scene " +
      "schedule scheme scholar scream search secret secretary secure senior sensitive sentence separate sequence server session setting " +
      "severe shade shadow shame sharp sheet shelf shelter shine shock shopping shore shut shy sibling signal silence silent silver " +
      "sink skate ski skirt slice slide slight smell smoke smooth snack snake soap soccer software soil solar solid solution solve soul " +
      "soup sour speaker species speech speed spell spirit spiritual spite split spoon spread square stable stair stare steal steam " +
      "steel stomach storage storm straight strange stranger stream strength stress stretch string strip studio stupid suit sunday " +
      "sunset sunny supper supply surface surgery surround survey survive suspect sweater swing symbol tail talent tank tape target " +
      "taste tear teenager telephone temperature temple temporary tennis tent terrible terrific theater theatre theme therapy thick " +
      "thin threat throat thursday tie tight tip tire toast toe tomato tone tongue tooth topic tough tour tourist tower toy trail " +
      "transfer transport transportation trash treasure trend trial trick truck trust tube tuesday twice twin ugly umbrella unable " +
      "uniform universe unless unusual update upset urban vaccine valley valuable van vegetable vegetarian vehicle victim victory " +
      "violence virus vision visitor vitamin volume volunteer wage wallet warn wave weak wealth weapon wedding wednesday weird west wet " +
      "wheel whisper wire wise witness wolf wooden wool workshop worried wound wrap wrist writer yellow yoga zero zoo",
  ],
];
