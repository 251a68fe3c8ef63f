/** Particles, the longer first; a short one is taken only from a word that keeps two syllables, since many nouns end as it does. */
const LONG =
  "에게서 으로써 으로서 한테서 이라고 에서 에게 한테 까지 부터 처럼 보다 으로 이나 라고 밖에 마다 조차".split(" ");
const SURE = "은 는 을 를".split(" ");
const SHORT = "이 가 의 에 로 와 과 도 만 들".split(" ");

/**
 * A Korean word without its particle: "학교에서" is "학교". No grammar is known beyond that.
 *
 * @example koreanStem("책을") === "책"
 */
export function koreanStem(word: string): string {
  for (const particle of LONG)
    if (word.length > particle.length && word.endsWith(particle)) return word.slice(0, -particle.length);
  const [last, rest] = [word.slice(-1), word.slice(0, -1)];
  const isParticle = (SURE.includes(last) && rest.length >= 1) || (SHORT.includes(last) && rest.length >= 2);
  return isParticle ? rest : word;
}
