import { getOrMake } from "@semantic-xpath/tree";
import type { LanguageName } from "@semantic-xpath/values";

/**
 * Function words: articles, pronouns, prepositions, conjunctions, auxiliaries and question words, without diacritics. A language that is not here
 * has none: its frequent words are known by how many nodes of a tree have them.
 */
const LISTS: { readonly [Name in LanguageName]?: string } = {
  german:
    "der die das den dem des ein eine einer einem einen eines kein keine keiner keinem keinen und oder aber denn doch sondern als wie wenn weil dass daß " +
    "ob da damit so sehr auch nur noch schon mal ja nein nicht nichts ich du er sie es wir ihr mich dich sich uns euch mir dir ihm ihn ihnen ihre ihrer " +
    "ihrem ihren mein meine meiner meinem meinen dein deine deiner sein seine seiner seinem seinen unser unsere euer eure man wer wen wem was welche " +
    "welcher welches welchen wo wann warum wieso wohin woher dieser diese dieses diesem diesen jener jene jenes alle alles allem allen viel viele mehr " +
    "in im ins an am ans auf aus bei beim bis durch fur fuer gegen mit nach ohne seit uber um unter von vom vor zu zum zur zwischen hinter neben wegen " +
    "bin bist ist sind seid war waren gewesen sei ware wird werden wurde wurden worden hat haben habe hast hatte hatten kann konnen konnte muss mussen soll " +
    "sollen will wollen darf durfen mag mogen hier dort dann nun jetzt etwa dabei daher dazu darin davon",
  french:
    "le la les l un une des du de d au aux et ou mais donc or ni car que qu qui quoi dont ou si comme quand lorsque puisque parce afin ne n pas plus " +
    "je j me m moi tu te t toi il elle on nous vous ils elles se s soi lui leur leurs eux mon ma mes ton ta tes son sa ses notre nos votre vos " +
    "ce cet cette ces c ca cela ceci celui celle ceux celles y en a dans par pour sur sous avec sans chez vers entre depuis pendant avant apres contre " +
    "est es suis sommes etes sont etait etaient ete etre sera seront soit ai as avons avez ont avait avaient avoir eu aura fait faire peut peuvent " +
    "tres tout toute tous toutes meme aussi encore deja bien moins quel quelle quels quelles comment pourquoi combien",
  spanish:
    "el la los las lo un una unos unas y e o u pero sino porque que quien quienes cual cuales cuando donde como cuanto si no ni de del a al en con sin " +
    "por para sobre bajo entre hasta hacia desde durante ante contra segun tras yo me mi tu te ti el ella ello nosotros vosotros ellos ellas se le les " +
    "nos os mi mis tus su sus nuestro nuestra nuestros nuestras vuestro este esta esto estos estas ese esa eso esos esas aquel aquella aquello " +
    "es soy eres somos son era eran fue fueron ser sido esta estan estaba estar estoy ha han he has hay habia haber sera tiene tienen tener puede " +
    "muy mas menos tan tanto tambien ya todo toda todos todas otro otra otros otras mismo cada algun alguno alguna algunos algunas",
  italian:
    "il lo la i gli le l un uno una e ed o od ma se che chi cui non ne di del dello della dei degli delle d a al allo alla ai agli alle da dal dallo dalla " +
    "dai dagli dalle in nel nello nella nei negli nelle con col su sul sullo sulla sui sugli sulle per tra fra io me mi tu te ti lui lei esso essa noi ci " +
    "voi vi loro si mio mia miei mie tuo tua tuoi tue suo sua suoi sue nostro nostra nostri nostre vostro vostra questo questa questi queste quello quella " +
    "quelli quelle quel e sono sei siamo siete era erano essere stato stata ho hai ha abbiamo avete hanno aveva avevano avere puo possono " +
    "come quando dove perche quale quali quanto anche ancora gia piu meno molto tutto tutta tutti tutte altro altra altri altre ogni",
  dutch:
    "de het een en of maar want dus omdat dat die dit deze als dan toen wanneer waar wie wat welke hoe waarom ik je jij u hij zij ze wij we jullie mij me " +
    "hem haar ons hun hen mijn jouw zijn uw onze er hier daar in op aan bij met zonder van voor door naar om over onder tot tegen tussen uit na sinds tijdens te " +
    "is ben bent zijn was waren geweest wordt worden werd werden heeft heb hebt hebben had hadden kan kunnen kon zal zullen zou moet moeten mag mogen wil " +
    "niet geen nog ook al alle alles veel meer zeer zo toch wel iets niets men",
  portuguese:
    "o a os as um uma uns umas e ou mas porem que quem qual quais quando onde como quanto porque se nao nem de do da dos das em no na nos nas num numa por " +
    "pelo pela pelos pelas para pra com sem sobre sob entre ate desde durante contra ao aos eu me mim tu te ti ele ela nos vos eles elas se lhe lhes meu " +
    "minha meus minhas teu tua seu sua seus suas nosso nossa nossos nossas este esta isto estes estas esse essa isso esses essas aquele aquela aquilo " +
    "e sou es somos sao era eram foi foram ser sido esta estao estava estar estou tem tinha ter tenho ha havia pode podem " +
    "muito mais menos tambem ja tao todo toda todos todas outro outra outros outras mesmo cada algum alguma",
  swedish:
    "en ett den det de dem och eller men att som om nar dar var vem vad vilken vilket vilka hur varfor jag du han hon vi ni mig dig honom henne oss er sig " +
    "min mitt mina din ditt dina sin sitt sina var vart vara hans hennes deras denna detta dessa i pa av till fran med utan for over under mellan vid hos " +
    "genom efter innan fore mot ur kring ar var varit vara blir blev bli har hade ha kan kunde ska skulle vill ville maste far inte ingen inget inga nej ja " +
    "an sa da nu ocksa bara mycket mer mest alla allt nagon nagot nagra",
  danish:
    "en et den det de dem og eller men at som om nar hvor hvem hvad hvilken hvilket hvilke hvordan hvorfor jeg du han hun vi i mig dig ham hende os jer sig " +
    "min mit mine din dit dine sin sit sine vores deres denne dette disse pa af til fra med uden for over under mellem ved hos gennem efter mod ud ind er var " +
    "vaere vaeret bliver blev har havde have kan kunne skal skulle vil ville ma ikke ingen intet nej ja sa da nu ogsa kun meget mere mest alle alt nogen noget nogle",
  norwegian:
    "en ei et den det de dem og eller men at som om nar hvor hvem hva hvilken hvilket hvilke hvordan hvorfor jeg du han hun vi dere meg deg ham henne oss seg " +
    "min mi mitt mine din di ditt dine sin si sitt sine var vart deres denne dette disse i pa av til fra med uten for over under mellom ved hos gjennom etter " +
    "mot ut inn er var vaere vaert blir ble bli har hadde ha kan kunne skal skulle vil ville ma ikke ingen intet nei ja sa da na ogsa bare mye mer mest alle alt noen noe",
};

const lists = new Map<LanguageName, ReadonlySet<string>>();

/** The function words of a language, without diacritics. */
export function stopWordsOf(name: LanguageName): ReadonlySet<string> {
  return getOrMake(lists, name, () => new Set(LISTS[name]?.split(" ")));
}
