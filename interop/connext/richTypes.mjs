// The type lab::Rich of interop/types/contract as Connext's XML. Written by hand for this project; nothing comes from
// RTI's package.

/** @param kind name of the IDL file, without `rich_` and `.idl` */
export function richTypesXml(kind) {
  const extensibility = kind.replace("plain_", "");
  // The unions of the mutable type are appendable.
  const ofUnions = extensibility === "mutable" ? "appendable" : extensibility;
  return `<types><module name="lab">
    <enum name="Kind">${["NUMBER", "TEXT", "PLACE", "LIST"].map((name) => `<enumerator name="${name}"/>`).join("")}</enum>
    <typedef name="Row" type="int16" sequenceMaxLength="-1"/>
    <struct name="Spot" extensibility="${extensibility}">
      <member name="x" type="float64"/>
      <member name="y" type="float64"/>
      ${text("label", 16)}
    </struct>
    <union name="Reading" extensibility="${ofUnions}">
      <discriminator type="nonBasic" nonBasicTypeName="lab::Kind"/>
      ${branch("(lab::NUMBER)", '<member name="number" type="int64"/>')}
      ${branch("(lab::TEXT)", text("text", 32))}
      ${branch("(lab::PLACE)", complex("at", "Spot"))}
      ${branch("default", '<member name="list" type="int32" sequenceMaxLength="-1"/>')}
    </union>
    <union name="Level" extensibility="${ofUnions}">
      <discriminator type="int32"/>
      <case><caseDiscriminator value="1"/><caseDiscriminator value="2"/><member name="small" type="octet"/></case>
      ${branch("-3", '<member name="large" type="float64"/>')}
    </union>
    <struct name="Rich" extensibility="${extensibility}">
      <member name="id" type="int32" key="true"/>
      ${text("zone", 16, 'key="true"')}
      ${complex("mode", "Kind")}
      ${text("title", 32)}
      <member name="total" type="int64"/>
      <member name="mask" type="uint64"/>
      <member name="matrix" type="float32" arrayDimensions="2,3"/>
      ${complex("current", "Reading")}
      ${complex("step", "Level")}
      ${complex("history", "Reading", 'sequenceMaxLength="8"')}
      ${complex("grid", "Row", 'sequenceMaxLength="-1"')}
      ${complex("points", "Spot", 'sequenceMaxLength="4"')}
      ${text("words", 16, 'sequenceMaxLength="-1"')}
      ${kind.startsWith("plain_") ? "" : optionalMembers()}
      <member name="last" type="octet"/>
    </struct>
  </module></types>`;
}

function optionalMembers() {
  return `<member name="ratio" type="float64" optional="true"/>
      ${text("remark", 16, 'optional="true"')}
      ${complex("place", "Spot", 'optional="true"')}
      ${complex("spare", "Reading", 'optional="true"')}`;
}

function text(name, max, more = "") {
  return `<member name="${name}" type="string" stringMaxLength="${max}" ${more}/>`;
}

function complex(name, type, more = "") {
  return `<member name="${name}" type="nonBasic" nonBasicTypeName="lab::${type}" ${more}/>`;
}

function branch(discriminator, member) {
  return `<case><caseDiscriminator value="${discriminator}"/>${member}</case>`;
}
