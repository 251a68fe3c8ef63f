/** Ten lines that most tests run over. */
export const PLAN = `<Plan title="Two days">
  <Day index="1" city="Ottawa">
    <POI name="Art museum" description="Paintings and sculpture."/>
    <POI name="Harbour" description="Boats."/>
  </Day>
  <Day index="2" city="Kyoto">
    <POI name="金閣寺の庭園" description="A museum of gardens."/>
  </Day>
</Plan>
`;
