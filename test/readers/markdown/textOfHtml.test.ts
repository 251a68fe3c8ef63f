import { expect, it } from "vitest";
import { textOfHtml } from "../../../packages/readers/src/markdown/textOfHtml.js";

it.each([
  ["<SCRIPT>a</SCRIPT>b<Style>c</sTYLE >d", "  b d"],
  ["<script>a", " "],
  ["<scripture>a</scripture>", " a "],
  ["<style-guide>a", " a"],
  ["<!-->a<!--b-->c", " a c"],
  ["<![cdata[a]]>b<?c?>d", " b d"],
  ["a < b <3 <b title='c>d'>e", "a < b <3  e"],
  ['<b title="c', " "],
])("of %s one reads %j", (html, text) => expect(textOfHtml(html).replace(/ +/g, " ")).toBe(text.replace(/ +/g, " ")));
