/**
 * English forms that no suffix rule reaches, each line a base form and then its others: strong verbs and old plurals. Forms that
 * are as often another word ("left", "rose", "ground", "bore") are left out.
 */
const FORMS = `
become became
begin began begun
bite bit bitten
blow blew blown
break broke broken
bring brought
build built
burn burnt
buy bought
catch caught
choose chose chosen
come came
creep crept
deal dealt
dig dug
draw drew drawn
dream dreamt
drink drank drunk
drive drove driven
eat ate eaten
fall fell fallen
feed fed
feel felt
fight fought
find found
flee fled
fly flew flown
forbid forbade forbidden
forget forgot forgotten
forgive forgave forgiven
freeze froze frozen
get got gotten
give gave given
go went gone
grow grew grown
hang hung
hear heard
hide hid hidden
hold held
keep kept
kneel knelt
know knew known
lead led
learn learnt
lend lent
lose lost
make made
mean meant
meet met
pay paid
ride rode ridden
ring rang rung
run ran
say said
see saw seen
seek sought
sell sold
send sent
shake shook shaken
shoot shot
show shown
sing sang sung
sink sank sunk
sit sat
sleep slept
slide slid
speak spoke spoken
spend spent
stand stood
steal stole stolen
stick stuck
strike struck
sweep swept
swear swore sworn
swim swam swum
swing swung
take took taken
teach taught
tear tore torn
tell told
think thought
throw threw thrown
understand understood
wake woke woken
wear wore worn
weep wept
win won
write wrote written
child children
foot feet
goose geese
half halves
knife knives
leaf leaves
life lives
loaf loaves
man men
mouse mice
person people
shelf shelves
thief thieves
tooth teeth
wife wives
wolf wolves
woman women
`;

const BASES: ReadonlyMap<string, string> = new Map(
  FORMS.trim()
    .split("\n")
    .flatMap((line) => {
      const [base, ...forms] = line.split(" ");
      return forms.map((form): [string, string] => [form, base!]);
    }),
);

/** The base form of an irregular one ("went": "go"); any other word as it is. */
export const baseForm = (word: string): string => BASES.get(word) ?? word;
